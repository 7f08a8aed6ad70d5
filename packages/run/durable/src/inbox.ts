/** The subpath `@helve/durable/inbox`: a web page on which people answer the questions of runs. */
import { HelveError } from "@helve/core";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type Inbox, type InboxQuestion, type Person, placeOf } from "./create-inbox.ts";
import { type AnswerLink, AnswerLinks } from "./inbox/answer-links.ts";
import { answerOf } from "./inbox/form-answer.ts";
import { listPage, messagePage, policy, questionPage } from "./inbox/pages.ts";

/**
 * Creates the web page of an inbox: a list of questions, and a page for each with the call, the rules, the evidence and the answers. It needs no
 * script. Who the person is says `person`, from what the host's middleware knows; without one, only links of `link` work.
 *
 * @throws TypeError if the key has less than 32 bytes
 *
 * @example
 * const page = inboxPage({ inbox, key, person: (context) => context.get("user") });
 * app.use("/inbox/*", signedIn);
 * app.route("/inbox", page.app);
 */
export function inboxPage({ inbox, key, person, now = Date.now }: InboxPageOptions): InboxPage {
  const links = new AnswerLinks(key, now);
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header("Content-Security-Policy", await policy());
    context.header("Referrer-Policy", "no-referrer");
    context.header("Cache-Control", "no-store");
    context.header("X-Frame-Options", "DENY");
    context.header("X-Content-Type-Options", "nosniff");
  });
  app.use(bodyLimit({ maxSize: largestForm }));
  app.onError((error, context) => {
    const status = HelveError.is(error) ? statuses.get(error.code) : undefined;
    if (status === undefined) throw error;
    return context.html(messagePage("Not answered", `${error.message}.`, rootOf(context)), status);
  });

  app.get("/", async (context) => {
    const user = await person(context);
    if (user === undefined) return unknownPerson(context);
    const after = context.req.query("after");
    const page = await inbox.list(user, { limit: pageSize + 1, after });
    const shown = page.slice(0, pageSize);
    const next = page.length > pageSize ? shown.at(-1) : undefined;
    const done = context.req.query("done") !== undefined;
    return context.html(
      listPage(shown, {
        root: rootOf(context) ?? "/",
        next: next && placeOf(next),
        isLater: after !== undefined,
        done,
        now: now(),
      }),
    );
  });

  app.get("/question", async (context) => {
    const user = await person(context);
    if (user === undefined) return unknownPerson(context);
    const waiting = await inbox.find(user, context.req.query("address") ?? "");
    return showQuestion(context, user, waiting);
  });

  app.post("/question", async (context) => {
    const user = await person(context);
    if (user === undefined) return unknownPerson(context);
    const isAnswered = await takeAnswer(context, { person: user, address: context.req.query("address") ?? "" });
    if (!isAnswered) return forged(context);
    return context.redirect(`${rootOf(context) ?? "/"}?done`, 303);
  });

  app.get("/link/:token", async (context) => {
    const link = await links.read(context.req.param("token"));
    if (link === undefined) return invalidLink(context);
    return showQuestion(context, link.person, await inbox.find(link.person, link.address));
  });

  app.post("/link/:token", async (context) => {
    const link = await links.read(context.req.param("token"));
    if (link === undefined) return invalidLink(context);
    if (!(await takeAnswer(context, link))) return forged(context);
    return context.html(
      messagePage("Answered", "Your answer was recorded. The run continues. You can close this page.", undefined),
    );
  });

  /** Answers a question by the form that was sent. @returns `false` if the form is not from the page of the question */
  async function takeAnswer(context: Context, { person: user, address }: AnswerLink): Promise<boolean> {
    const waiting = await inbox.find(user, address);
    const form = await formOf(context);
    if (isCrossSite(context) || !(await links.isForm(form.get("form"), user, waiting))) return false;
    await inbox.answer(user, address, answerOf(waiting, form));
    return true;
  }

  /** Shows the page of a question with the form to answer it. */
  async function showQuestion(context: Context, user: Person, waiting: InboxQuestion): Promise<Response> {
    const form = await links.form(user, waiting);
    return context.html(questionPage(waiting, { form, root: rootOf(context), now: now() }));
  }

  return {
    app,
    link: async ({ url, question, person: user, lifetime = day }) => {
      const end = Math.min(now() + lifetime, question.expires ?? Infinity);
      return `${url.replace(/\/$/, "")}/link/${await links.create(user, question, end)}`;
    },
  };
}

/** Options of {@link inboxPage}. */
export interface InboxPageOptions {
  readonly inbox: Inbox;
  /** A secret that signs forms and links: at least 32 random bytes, the same in each process. */
  readonly key: string | Uint8Array;
  /** Who has sent a request, from what the host's authentication has verified; `undefined` if it is nobody. */
  readonly person: (context: Context) => Person | undefined | Promise<Person | undefined>;
  /** The clock, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** The web page of an inbox. */
export interface InboxPage {
  readonly app: Hono;
  /** Returns a link with which its holder answers one question, once, as a person, without signing in. Opening it answers nothing. */
  link(options: AnswerLinkOptions): Promise<string>;
}

/** Options of a link. */
export interface AnswerLinkOptions {
  /** Where the page is: `https://example.com/inbox`. */
  readonly url: string;
  readonly question: InboxQuestion;
  /** As whom the holder answers. */
  readonly person: Person;
  /** How long it works, in milliseconds; a day by default, and never longer than the question. */
  readonly lifetime?: number | undefined;
}

const pageSize = 50;
const day = 86_400_000;
const largestForm = 1_000_000;

const statuses: ReadonlyMap<string, 400 | 403 | 404 | 409 | 410> = new Map([
  ["answered", 409],
  ["not_waiting", 409],
  ["cancelled", 410],
  ["expired", 410],
  ["not_allowed", 403],
  ["invalid_answer", 400],
  ["unknown_question", 404],
  ["invalid_agent", 409],
]);

/** Returns the path of the inbox's list. */
function rootOf({ req: { path } }: Context): string | undefined {
  if (/\/link\/[^/]*$/.test(path)) return undefined;
  return path.replace(/\/question$/, "") || "/";
}

/** Answers a request of somebody who is not signed in. */
function unknownPerson(context: Context): Response | Promise<Response> {
  return context.html(messagePage("Sign in", "Sign in to see the questions that wait for you.", undefined), 401);
}

/** Answers a request with an invalid link. */
function invalidLink(context: Context): Response | Promise<Response> {
  return context.html(messagePage("The link does not work", "It is incomplete, or too old.", undefined), 410);
}

/** Answers a form that another page sent. */
function forged(context: Context): Response | Promise<Response> {
  return context.html(
    messagePage("Not answered", "The answer did not come from the page of the question. Open it again.", undefined),
    403,
  );
}

/** Whether a browser says that a request comes from another site. */
function isCrossSite(context: Context): boolean {
  const site = context.req.header("Sec-Fetch-Site");
  return site !== undefined && site !== "same-origin" && site !== "none";
}

/** Reads the fields of a form. */
async function formOf(context: Context): Promise<ReadonlyMap<string, string>> {
  const body = await context.req.parseBody();
  return new Map(Object.entries(body).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}
