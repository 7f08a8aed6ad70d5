/** PHP functions by what they do, with the engine's names for them. */
import { catalogueEntry } from "./catalogue.ts";

/** Words by the names of PHP functions. */
type NameTable = ReadonlyMap<string, readonly string[]>;

/** Functions that do what a method of the engine does: the name of the method, then the positions of the object and the arguments. */
export const methodsByFunction: NameTable = tableOf(`
  strtolower lower 0, mb_strtolower lower 0, strtoupper upper 0, mb_strtoupper upper 0, trim strip 0 1, ltrim lstrip 0 1
  rtrim rstrip 0 1, chop rstrip 0 1, str_replace replace 2 0 1, explode split 1 0, implode join 0 1, join join 0 1
  array_pop pop 0, array_shift popleft 0, sort sort 0, rsort sort 0, shuffle sort 0
  natsort sort 0, asort sort 0, arsort sort 0, ksort sort 0, krsort sort 0`);

/** Functions that set arguments, with their positions. */
const outputs = tableOf(`
  preg_match 2, preg_match_all 2, exec 1 2, system 1, passthru 1, parse_str 1, mb_parse_str 1, proc_open 2, sscanf 2 3 4
  str_replace 3, str_ireplace 3, preg_replace 4, preg_replace_callback 4, similar_text 2, getopt 2, fsockopen 2 3
  openssl_sign 1, openssl_public_encrypt 1, openssl_private_decrypt 1, openssl_pkey_export 1, array_walk 0
  array_multisort 0, settype 0, getimagesize 1, socket_recv 1, socket_recvfrom 1, array_splice 0`);

/** Functions that call a function: its position, and the positions of lists whose items it gets, if not the other arguments. */
export const callers: NameTable = tableOf(`
  array_map 0 1 2 3, array_filter 1 0, array_walk 1 0, array_walk_recursive 1 0, usort 1 0 0, uasort 1 0 0
  uksort 1 0 0, array_find 1 0, array_any 1 0, array_all 1 0, array_udiff 2 0 1, array_uintersect 2 0 1, call_user_func 0
  call_user_func_array 0, forward_static_call 0, forward_static_call_array 0, register_shutdown_function 0
  register_tick_function 0, set_error_handler 0, set_exception_handler 0, spl_autoload_register 0, ob_start 0
  preg_replace_callback 1, iterator_apply 1, pcntl_signal 1, header_register_callback 0, add_action 1, add_filter 1`);

/** Families of functions that change things outside of the program: one that no table has may do anything. */
export const dangerousFamilies: RegExp =
  /^(pcntl|posix|ftp|ssh2|ldap|imap|socket|stream_socket|shm|sem|msg|apache|win32|com|ffi|runkit|uopz)\d?_/;

/** Functions whose result is a text that is computed from the arguments. */
export const textResults: RegExp =
  /^(str|substr|mb_|preg_|html|nl2br|wordwrap|addslashes|chunk_split|convert_|iconv|utf8_|quoted_|vsprintf|number_format|json_decode|gz|zlib_|bz|openssl_|sodium_|mcrypt_|u?n?pack|dechex|hexdec|base_convert|bin2hex|date|gmdate|uniqid|md5|sha1|hash|crypt|ini_get|key|array_search|array_key_)/;

/** Functions whose result is hidden in their argument. */
export const decoders: RegExp = /^(gz|zlib_|bz|openssl_|sodium_|mcrypt_|convert_uu|unpack|base_convert)/;

/** A table of rows that are separated by commas or line ends: a name, and words. */
function tableOf(rows: string): NameTable {
  const split = rows.trim().split(/\s*[,\n]\s*/);
  return new Map(split.map((row) => [row.split(" ")[0] ?? "", row.split(" ").slice(1)] as const));
}

/** The positions of the arguments that a function sets. */
export function outputsOf(name: string): readonly number[] {
  return (outputs.get(name) ?? []).map(Number);
}

/** Whether a PHP function has effects outside of the program. */
export function hasEffects(name: string): boolean {
  return (catalogueEntry(name)?.effects ?? []).length > 0;
}
