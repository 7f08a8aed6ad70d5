import type { CallEntry } from "../../engine/call-entry.ts";
import {
  adds,
  anything,
  appends,
  call,
  changes,
  opens,
  parses,
  reads,
  replaces,
  returns,
  runs,
} from "../../engine/rows.ts";

/** The effects of Python functions for data: formats, compression, databases, and libraries that compute with data. */
export const dataCalls: readonly CallEntry[] = [
  // Loaders that may run what the data says
  call(
    "pickle.loads pickle.load pickle.Unpickler dill.loads dill.load cloudpickle.loads cloudpickle.load marshal.loads marshal.load",
    "data|file|fp|str|stream",
    runs("objects", "data"),
    returns("unpickled"),
  ),
  call("copyreg.pickle", "", anything("it is unknown which function recreates the objects")),
  call("pickle.dumps dill.dumps cloudpickle.dumps", "data|obj", returns("pickled")),
  call(
    "jsonpickle.decode jsonpickle.loads jsonpickle.unpickler.decode hickle.load",
    "data|string",
    runs("objects", "data"),
    returns("unpickled"),
  ),
  call("yaml.load yaml.load_all", "data|stream Loader", runs("objects", "data")),
  call("yaml.YAML", "typ", returns("yaml.YAML")),
  call("yaml.YAML.load yaml.YAML.load_all", "data|stream", runs("objects", "data")),
  call(
    "yaml.unsafe_load yaml.unsafe_load_all yaml.full_load yaml.full_load_all",
    "data|stream",
    runs("objects", "data"),
  ),
  call(
    "joblib.load pandas.read_pickle torch.load",
    "data|filename|f|filepath_or_buffer map_location weights_only",
    reads("data"),
    runs("objects", "data"),
  ),
  call("shelve.open", "path|filename flag", opens("path", "flag", "c"), returns("shelf")),
  call(
    "sklearn.externals.joblib.load keras.models.load_model tensorflow.keras.models.load_model",
    "data",
    reads("data"),
    runs("objects", "data"),
  ),

  // Loaders that run nothing
  call(
    "json.loads json.load simplejson.loads simplejson.load ujson.loads ujson.load orjson.loads",
    "data|s|fp",
    parses("json", "data"),
  ),
  call("yaml.safe_load yaml.safe_load_all", "data|stream", parses("yaml", "data")),
  call("plistlib.loads plistlib.load", "data|fp", parses("plist", "data")),
  call("tomllib.loads tomllib.load toml.loads tomli.loads tomli.load", "data", parses("toml", "data")),
  call("toml.load", "data", reads("data"), parses("toml", "data")),
  call("csv.reader csv.DictReader", "data|csvfile|f", parses("csv", "data")),
  call("msgpack.unpackb msgpack.loads msgpack.load msgpack.unpack", "data", parses("msgpack", "data")),
  call("cbor2.loads cbor2.load bson.loads bson.decode", "data", parses("binary", "data")),
  call(
    "xml.etree.ElementTree.fromstring xml.dom.minidom.parseString lxml.etree.fromstring",
    "data",
    parses("xml", "data"),
  ),
  call(
    "xml.etree.ElementTree.parse xml.dom.minidom.parse lxml.etree.parse",
    "data",
    reads("data"),
    parses("xml", "data"),
  ),
  call("ast.literal_eval", "data", parses("python", "data")),

  // Writers
  call(
    "json.dump pickle.dump marshal.dump yaml.dump yaml.safe_dump plistlib.dump toml.dump dill.dump cloudpickle.dump simplejson.dump",
    "data|obj file|fp|stream",
    changes("file", "data", { onlyIf: "file" }),
  ),
  call("joblib.dump torch.save", "data|value|obj path|filename|f", replaces("path", "data")),
  call("csv.writer csv.DictWriter", "file|csvfile|f", returns("writer")),
  call("writer.writerow writer.writerows", "data", changes("self.file", "data")),

  // Functions that decode and decompress data
  call(
    "base64.b64decode base64.b32decode base64.b16decode base64.b85decode base64.a85decode base64.urlsafe_b64decode base64.standard_b64decode base64.decodebytes base64.decodestring binascii.unhexlify binascii.a2b_hex binascii.a2b_base64 binascii.a2b_uu bytes.fromhex bytearray.fromhex zlib.decompress gzip.decompress bz2.decompress lzma.decompress zstandard.decompress brotli.decompress snappy.decompress unpacker.decompress unpacker.decode fernet.decrypt",
    "data",
    adds("encoded"),
  ),
  call("codecs.decode codecs.getdecoder", "data encoding", adds("encoded")),
  call("zlib.decompressobj bz2.BZ2Decompressor lzma.LZMADecompressor", "", returns("unpacker")),
  call("base64.decode", "src dst", changes("dst", "src")),
  call("cryptography.fernet.Fernet", "key", returns("fernet")),
  call("io.BytesIO io.StringIO", "data", returns("buffer")),

  call("dbm.open", "path flag", opens("path", "flag"), returns("shelf")),

  // pandas, NumPy and others that read and write files
  call(
    "pandas.read_csv pandas.read_table pandas.read_fwf pandas.read_json pandas.read_excel pandas.read_parquet pandas.read_feather pandas.read_hdf pandas.read_html pandas.read_xml pandas.read_stata pandas.read_sas pandas.read_orc",
    "path|filepath_or_buffer|path_or_buf|io",
    reads("path"),
    returns("frame"),
  ),
  call(
    "polars.read_csv polars.read_json polars.read_parquet polars.scan_csv polars.scan_parquet",
    "path",
    reads("path"),
    returns("frame"),
  ),
  call(
    "*.to_csv *.to_excel *.to_parquet *.to_feather *.to_hdf *.to_pickle *.to_stata *.write_csv *.write_parquet",
    "path|path_or_buf|excel_writer",
    replaces("path", "self", { onlyIf: "path" }),
  ),
  call("pandas.DataFrame pandas.Series", "data", returns("frame")),
  call("frame.query frame.eval", "code", { kind: "query code", argument: "code" }),
  call(
    "frame.to_csv frame.to_json frame.to_html frame.to_excel frame.to_parquet frame.to_markdown frame.to_feather frame.to_hdf frame.to_pickle frame.to_xml frame.to_string frame.to_latex frame.to_stata frame.write_csv",
    "path|path_or_buf|buf|excel_writer",
    replaces("path", "self", { onlyIf: "path" }),
  ),
  call("pandas.ExcelWriter", "path", replaces("path", "self"), returns("workbook")),
  call("numpy.load", "path|file mmap_mode allow_pickle", reads("path"), runs("objects", "path")),
  call("numpy.loadtxt numpy.genfromtxt numpy.fromfile numpy.memmap", "path|fname|file", reads("path")),
  call(
    "numpy.save numpy.savetxt numpy.savez numpy.savez_compressed",
    "path|file|fname data|arr|X",
    replaces("path", "data"),
  ),
  call(
    "PIL.Image.open cv2.imread imageio.imread skimage.io.imread",
    "path|fp|filename",
    reads("path"),
    returns("image"),
  ),
  call(
    "cv2.imwrite imageio.imwrite skimage.io.imsave matplotlib.pyplot.imsave",
    "path|filename data|img",
    replaces("path", "data"),
  ),
  call("image.save image.convert.save", "path|fp", replaces("path", "self")),
  call("*.savefig matplotlib.pyplot.savefig", "path|fname", replaces("path")),
  call(
    "configparser.ConfigParser configparser.RawConfigParser configparser.SafeConfigParser",
    "",
    returns("configparser.ConfigParser"),
  ),
  call(
    "configparser.ConfigParser.read_string configparser.ConfigParser.read_file",
    "data|string|f",
    parses("ini", "data"),
  ),
  call("configparser.ConfigParser.read", "path|filenames", reads("path")),
  call("configparser.ConfigParser.write", "file|fp|fileobject", changes("file")),
  call(
    "logging.FileHandler logging.handlers.RotatingFileHandler logging.handlers.TimedRotatingFileHandler logging.handlers.WatchedFileHandler",
    "path|filename",
    appends("path"),
  ),
  call("logging.config.fileConfig", "path", reads("path"), runs("objects", "path")),
  call("logging.basicConfig", "", appends("filename", undefined, { onlyIf: "filename" })),
  call("dotenv.load_dotenv dotenv.dotenv_values", "path|dotenv_path", reads("path")),
  call(
    "docx.Document openpyxl.load_workbook PyPDF2.PdfReader pypdf.PdfReader fitz.open",
    "path",
    reads("path"),
    returns("image"),
  ),
];
