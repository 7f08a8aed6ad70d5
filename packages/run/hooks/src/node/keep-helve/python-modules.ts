/** Lists Python modules that programs import from the standard library or packages, not from files of the session. */
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Returns a function that tests whether a module exists outside of the session: in the standard library, in a common package, or in a package
 * that is installed for the project, the user or the machine. A file with this name replaces the module. The folders of packages are listed
 * once.
 */
export function knownModules(places: { readonly cwd: string; readonly home: string }): (name: string) => boolean {
  let folders: readonly string[] | undefined;
  const isInstalled = (name: string): boolean => {
    folders ??= packageFolders(places);
    return folders.some((folder) => [name, `${name}.py`].some((file) => existsSync(join(folder, file))));
  };
  return (name) => standardModules.test(name) || packageModules.has(name) || isInstalled(name);
}

/** The folders with installed packages. */
function packageFolders({ cwd, home }: { readonly cwd: string; readonly home: string }): readonly string[] {
  const environments = [cwd, dirname(cwd)].flatMap((folder) =>
    [".venv", "venv", "env"].map((name) => join(folder, name)),
  );
  return [...environments, join(home, ".local"), "/usr/local", "/usr"].flatMap((root) =>
    pythonsIn(join(root, "lib")).flatMap((folder) => [join(folder, "site-packages"), join(folder, "dist-packages")]),
  );
}

/** The folders of versions of Python: `python3.13` in `/usr/lib`. */
function pythonsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((name) => (/^python[\d.]*$/.test(name) ? [join(folder, name)] : []));
  } catch {
    return [];
  }
}

/** The modules of packages that others import most often. */
const packageModules: ReadonlySet<string> = new Set(
  [
    "requests urllib3 certifi idna charset_normalizer chardet six dateutil pytz tzdata tzlocal packaging setuptools pkg_resources _distutils_hack wheel pip typing_extensions",
    "numpy pandas scipy sklearn matplotlib mpl_toolkits pylab PIL cv2 seaborn plotly sympy networkx numba joblib threadpoolctl torch torchvision tensorflow keras jax transformers",
    "yaml ruamel toml tomli tomli_w tomlkit orjson ujson simplejson jsonschema attr attrs pydantic pydantic_core annotated_types marshmallow msgpack google protobuf grpc",
    "pluggy iniconfig pytest _pytest exceptiongroup coverage hypothesis mock nose tox virtualenv distlib filelock platformdirs",
    "flask werkzeug jinja2 markupsafe itsdangerous click blinker django asgiref sqlparse fastapi starlette uvicorn h11 httptools uvloop watchfiles anyio sniffio httpx httpcore gunicorn tornado aiohttp yarl multidict frozenlist aiosignal",
    "sqlalchemy greenlet alembic mako psycopg2 psycopg pymysql MySQLdb redis pymongo bson celery kombu billiard vine amqp",
    "boto3 botocore s3transfer jmespath awscli paramiko cryptography cffi pycparser nacl bcrypt OpenSSL jwt rsa pyasn1 oauthlib",
    "rich colorama termcolor tqdm tabulate docopt typer fire prompt_toolkit pygments wcwidth psutil dotenv decouple loguru structlog tenacity cachetools wrapt deprecated decorator more_itertools toolz",
    "bs4 lxml html5lib soupsieve selenium playwright scrapy docutils sphinx markdown mistune nbformat nbconvert ipykernel IPython traitlets jupyter_client jupyter_core zmq pexpect ptyprocess",
    "mypy mypy_extensions black isort flake8 pycodestyle pyflakes mccabe pylint astroid openai anthropic tiktoken langchain",
  ].flatMap((line) => line.split(" ")),
);

/** The modules of Python's standard library (3.13), which any module may import, and those that Python imports at its start. */
const standardModules =
  /^(?:abc|aifc|argparse|array|ast|asynchat|asyncio|asyncore|atexit|audioop|base64|bdb|binascii|bisect|builtins|bz2|cProfile|calendar|cgi|cgitb|chunk|cmath|cmd|code|codecs|codeop|collections|colorsys|compileall|concurrent|configparser|contextlib|contextvars|copy|copyreg|crypt|csv|ctypes|curses|dataclasses|datetime|dbm|decimal|difflib|dis|distutils|doctest|email|encodings|ensurepip|enum|errno|faulthandler|fcntl|filecmp|fileinput|fnmatch|fractions|ftplib|functools|gc|genericpath|getopt|getpass|gettext|glob|graphlib|grp|gzip|hashlib|heapq|hmac|html|http|imaplib|imghdr|imp|importlib|inspect|io|ipaddress|itertools|json|keyword|lib2to3|linecache|locale|logging|lzma|mailbox|mailcap|marshal|math|mimetypes|mmap|modulefinder|msilib|msvcrt|multiprocessing|netrc|nis|nntplib|nt|ntpath|nturl2path|numbers|opcode|operator|optparse|os|ossaudiodev|pathlib|pdb|pickle|pickletools|pipes|pkgutil|platform|plistlib|poplib|posix|posixpath|pprint|profile|pstats|pty|pwd|py_compile|pyclbr|pydoc|pydoc_data|pyexpat|queue|quopri|random|re|readline|reprlib|resource|rlcompleter|runpy|sched|secrets|select|selectors|shelve|shlex|shutil|signal|site|smtpd|smtplib|sndhdr|socket|socketserver|spwd|sqlite3|sre_compile|sre_constants|sre_parse|ssl|stat|statistics|string|stringprep|struct|subprocess|sunau|symtable|sys|sysconfig|syslog|tabnanny|tarfile|telnetlib|tempfile|termios|textwrap|threading|time|timeit|tkinter|token|tokenize|tomllib|trace|traceback|tracemalloc|tty|turtle|types|typing|unicodedata|unittest|urllib|uu|uuid|venv|warnings|wave|weakref|webbrowser|winreg|winsound|wsgiref|xdrlib|xml|xmlrpc|zipapp|zipfile|zipimport|zlib|zoneinfo|sitecustomize|usercustomize)$/;
