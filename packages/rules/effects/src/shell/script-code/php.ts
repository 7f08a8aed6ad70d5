import { callTable, type ScriptLanguage, wordSet } from "./script-language.ts";

/** PHP: its syntax, and what its functions do. */
export const php: ScriptLanguage = {
  syntax: {
    comment: /\/\/.*|#(?!\[).*|\/\*[\s\S]*?\*\/|^<\?php|\?>\s*$/y,
    word: /\\?[A-Za-z_]\w*(?:\\[A-Za-z_]\w*)*/y,
    variable: /\$[A-Za-z_]\w*/y,
    number: /0x[\da-f]+|\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?/iy,
    unreadable: /.<\?|\?>\s*\S|^(?!<\?php)[\s\S]*<\?/s,
    backquotes: "command",
    singleQuotes: true,
    inserted: /\{(\$[^}]{0,200})\}|\$\{([^}]{0,200})\}|(\$[A-Za-z_]\w*)/y,
    here: /<<<(["']?)([A-Za-z_]\w*)\1/y,
  },
  calls: callTable({
    run: "system exec shell_exec passthru popen proc_open pcntl_exec",
    code: "eval",
    open: "fopen",
    "rm -f": "unlink",
    rmdir: "rmdir",
    mv: "rename",
    cp: "copy",
    ln: "link",
    "ln -s": "symlink",
    mkdir: "mkdir",
    touch: "touch",
    cd: "chdir",
    "cat|": "file_get_contents file readfile parse_ini_file simplexml_load_file md5_file sha1_file highlight_file",
    "tee>": "file_put_contents",
    ls: "scandir opendir",
    connect: "fsockopen pfsockopen stream_socket_client",
    glob: "glob",
    first: "realpath escapeshellarg",
    print: "echo print printf var_dump print_r var_export",
  }),
  pure: wordSet(
    `if else elseif while for foreach as do break continue switch case default return true false null TRUE FALSE NULL function fn use and or xor new class public private
     protected static const extends implements namespace try catch finally throw isset empty unset list array int float string bool mixed void match instanceof declare strict_types
     exit die PHP_EOL PHP_VERSION PHP_VERSION_ID PHP_OS PHP_OS_FAMILY PHP_INT_MAX PHP_INT_SIZE PHP_FLOAT_EPSILON PHP_BINARY M_PI STDIN STDOUT STDERR JSON_PRETTY_PRINT JSON_UNESCAPED_SLASHES
     JSON_UNESCAPED_UNICODE JSON_THROW_ON_ERROR E_ALL SORT_NUMERIC SORT_STRING COUNT_RECURSIVE LC_ALL DateTime DateTimeImmutable DateInterval DateTimeZone Exception RuntimeException
     sprintf number_format implode join explode count sizeof strlen mb_strlen substr mb_substr strpos stripos strrpos str_replace str_ireplace str_contains str_starts_with str_ends_with str_repeat str_pad str_split strrev
     trim ltrim rtrim strtolower strtoupper mb_strtoupper mb_strtolower ucfirst ucwords lcfirst wordwrap nl2br htmlspecialchars htmlentities strcmp strcasecmp similar_text levenshtein soundex metaphone
     array_sum array_product array_keys array_values array_merge array_slice array_splice array_unique array_reverse array_flip array_fill array_combine array_column array_chunk array_pad array_search
     in_array array_key_exists array_key_first array_key_last array_push array_pop array_shift array_unshift array_diff array_intersect array_rand range compact sort rsort ksort krsort asort arsort shuffle
     array_map array_filter array_reduce array_walk usort uasort uksort iterator_to_array
     round floor ceil abs min max intval floatval strval boolval pow sqrt log exp sin cos tan pi fmod intdiv rand mt_rand random_int random_bytes bin2hex hex2bin dechex hexdec bindec decbin base_convert
     is_numeric is_string is_array is_int is_null is_bool is_float gettype var_export get_class function_exists class_exists extension_loaded get_loaded_extensions defined
     md5 sha1 hash crc32 base64_encode base64_decode urlencode rawurlencode urldecode http_build_query parse_url parse_str json_encode json_decode json_last_error json_last_error_msg serialize uniqid
     password_hash password_verify preg_match preg_match_all preg_replace preg_split preg_quote date gmdate time microtime mktime strtotime date_default_timezone_set checkdate hrtime usleep sleep
     fgets fgetc fread fgetcsv feof fclose fwrite fputs fflush rewind file_exists is_file is_dir filesize filemtime basename dirname pathinfo getcwd sys_get_temp_dir phpversion php_uname php_sapi_name phpinfo
     memory_get_usage memory_get_peak_usage getenv ini_get error_reporting set_error_handler ob_start ob_get_clean chr ord format modify add sub diff getMessage getTimestamp setTimezone argv argc __DIR__ __FILE__ __LINE__`,
  ),
  defines: wordSet("function class const"),
  joins: new Set(["."]),
  plainVariables: false,
  callsByText: true,
  members: true,
};
