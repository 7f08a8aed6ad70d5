/** Verbs in tool names: `search_emails` only reads, `delete_email` changes. */

/** Verbs of tools that only read, as the first verb of a name: `search_emails`. */
export const readingVerbs: ReadonlySet<string> = wordSet(
  `access analyze answer ask browse calculate check classify compare compute convert count current describe detect diff display
  estimate evaluate explain explore extract fetch filter find finish get glob grep has help inspect is list load locate log look
  lookup monitor navigate now open parse peek ping plan preview query rank read recommend retrieve return scan search see select
  show sort stat status suggest summarize summary think today track translate validate view visit wait watch what when where
  whoami`,
);

/** Nouns that name a tool which only reads, if its name has no verb: `weather`, `wikipedia`. */
export const readingNouns: ReadonlySet<string> = wordSet(
  `arxiv balance browser calculator calendar clock contacts date dictionary directions documentation docs encyclopedia exchange
  forecast geocode history info map maps math news price profile rates reviews rss statistics stock thesaurus thought time
  timezone translator weather wiki wikipedia wolfram youtube`,
);

/**
 * Verbs of tools that change something outside of the session, send something, or act in the user's name. `and` joins two verbs:
 * `find_and_replace` changes.
 */
export const changingVerbs: ReadonlySet<string> = wordSet(
  `accept activate add allow append apply approve archive assign attach authenticate authorize ban block book buy call cancel
  change charge checkout clear click clone close comment commit complete confirm connect copy create deactivate debit decline
  delete deliver deny deploy disable disconnect dismiss donate download drop edit email enable enter erase execute export fill fix
  follow fork forward give grant import input insert install invite invoke join kick kill label launch leave like lock login make
  mark merge message modify move mute notify order overwrite patch pay pin place play post press promote publish purchase push put
  react redeem register reject release remove rename replace reopen reply report request reschedule reserve reset resolve restart restore
  retweet return revert revoke rotate run save schedule send set share sign signup star start stop submit subscribe sync tag
  terminate text toggle transfer trigger turn tweet type unassign unblock unfollow uninstall unlock unpin unstar unsubscribe unwatch update
  upgrade upload upvote verify vote watch wipe wire withdraw write`,
);

/** Nouns of what an open or check action changes, other than reads: `open_issue`, `check_in`. */
export const openedThings: ReadonlySet<string> = wordSet(
  "account case dispute in issue merge order out position pr pull request ticket",
);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter((word) => word !== ""));
}
