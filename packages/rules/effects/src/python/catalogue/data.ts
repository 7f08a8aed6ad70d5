import type { CallEntry } from "../../engine/call-entry.ts";

const read: CallEntry["effects"] = [{ kind: "read", target: "path" }];
const save: CallEntry["effects"] = [{ kind: "write", target: "path", mode: "replace", from: "self" }];

/** Functions for data: formats, compression, databases, and libraries that compute with data. */
export const dataCalls: readonly CallEntry[] = [
  // Loaders that may run what the data says
  {
    calls:
      "pickle.loads pickle.load pickle.Unpickler dill.loads dill.load cloudpickle.loads cloudpickle.load marshal.loads marshal.load",
    parameters: "data|file|fp|str|stream",
    effects: [{ kind: "run", what: "data", argument: "data" }],
    returns: "unpickled",
  },
  {
    calls: "copyreg.pickle",
    effects: [{ kind: "anything", reason: "it is unknown which function recreates the objects" }],
  },
  { calls: "pickle.dumps dill.dumps cloudpickle.dumps", parameters: "data|obj", returns: "pickled" },
  {
    calls: "jsonpickle.decode jsonpickle.loads jsonpickle.unpickler.decode hickle.load",
    parameters: "data|string",
    effects: [{ kind: "run", what: "data", argument: "data" }],
    returns: "unpickled",
  },
  {
    calls: "yaml.load yaml.load_all",
    parameters: "data|stream Loader",
    effects: [{ kind: "run", what: "data", argument: "data" }],
  },
  { calls: "yaml.YAML", parameters: "typ", returns: "yaml.YAML" },
  {
    calls: "yaml.YAML.load yaml.YAML.load_all",
    parameters: "data|stream",
    effects: [{ kind: "run", what: "data", argument: "data" }],
  },
  {
    calls: "yaml.unsafe_load yaml.unsafe_load_all yaml.full_load yaml.full_load_all",
    parameters: "data|stream",
    effects: [{ kind: "run", what: "data", argument: "data" }],
  },
  {
    calls: "joblib.load pandas.read_pickle torch.load",
    parameters: "data|filename|f|filepath_or_buffer map_location weights_only",
    effects: [
      { kind: "read", target: "data" },
      { kind: "run", what: "data", argument: "data" },
    ],
  },
  {
    calls: "shelve.open",
    parameters: "path|filename flag",
    effects: [{ kind: "open", target: "path", mode: "flag", usual: "c" }],
    returns: "shelf",
  },
  {
    calls: "sklearn.externals.joblib.load keras.models.load_model tensorflow.keras.models.load_model",
    parameters: "data",
    effects: [
      { kind: "read", target: "data" },
      { kind: "run", what: "data", argument: "data" },
    ],
  },

  // Loaders that run nothing
  {
    calls: "json.loads json.load simplejson.loads simplejson.load ujson.loads ujson.load orjson.loads",
    parameters: "data|s|fp",
    effects: [{ kind: "deserialize", format: "json", data: "data" }],
  },
  {
    calls: "yaml.safe_load yaml.safe_load_all",
    parameters: "data|stream",
    effects: [{ kind: "deserialize", format: "yaml", data: "data" }],
  },
  {
    calls: "plistlib.loads plistlib.load",
    parameters: "data|fp",
    effects: [{ kind: "deserialize", format: "plist", data: "data" }],
  },
  {
    calls: "tomllib.loads tomllib.load toml.loads tomli.loads tomli.load",
    parameters: "data",
    effects: [{ kind: "deserialize", format: "toml", data: "data" }],
  },
  {
    calls: "toml.load",
    parameters: "data",
    effects: [
      { kind: "read", target: "data" },
      { kind: "deserialize", format: "toml", data: "data" },
    ],
  },
  {
    calls: "csv.reader csv.DictReader",
    parameters: "data|csvfile|f",
    effects: [{ kind: "deserialize", format: "csv", data: "data" }],
  },
  {
    calls: "msgpack.unpackb msgpack.loads msgpack.load msgpack.unpack",
    parameters: "data",
    effects: [{ kind: "deserialize", format: "msgpack", data: "data" }],
  },
  {
    calls: "cbor2.loads cbor2.load bson.loads bson.decode",
    parameters: "data",
    effects: [{ kind: "deserialize", format: "binary", data: "data" }],
  },
  {
    calls: "xml.etree.ElementTree.fromstring xml.dom.minidom.parseString lxml.etree.fromstring",
    parameters: "data",
    effects: [{ kind: "deserialize", format: "xml", data: "data" }],
  },
  {
    calls: "xml.etree.ElementTree.parse xml.dom.minidom.parse lxml.etree.parse",
    parameters: "data",
    effects: [
      { kind: "read", target: "data" },
      { kind: "deserialize", format: "xml", data: "data" },
    ],
  },
  { calls: "ast.literal_eval", parameters: "data", effects: [{ kind: "deserialize", format: "python", data: "data" }] },

  // Writers
  {
    calls:
      "json.dump pickle.dump marshal.dump yaml.dump yaml.safe_dump plistlib.dump toml.dump dill.dump cloudpickle.dump simplejson.dump",
    parameters: "data|obj file|fp|stream",
    effects: [{ kind: "write", target: "file", mode: "change", from: "data", onlyIf: "file" }],
  },
  {
    calls: "joblib.dump torch.save",
    parameters: "data|value|obj path|filename|f",
    effects: [{ kind: "write", target: "path", mode: "replace", from: "data" }],
  },
  { calls: "csv.writer csv.DictWriter", parameters: "file|csvfile|f", returns: "writer" },
  {
    calls: "writer.writerow writer.writerows",
    parameters: "data",
    effects: [{ kind: "write", target: "self.file", mode: "change", from: "data" }],
  },

  // Functions that decode and decompress data
  {
    calls:
      "base64.b64decode base64.b32decode base64.b16decode base64.b85decode base64.a85decode base64.urlsafe_b64decode base64.standard_b64decode base64.decodebytes base64.decodestring",
    parameters: "data",
    addsOrigin: "encoded",
  },
  {
    calls: "binascii.unhexlify binascii.a2b_hex binascii.a2b_base64 binascii.a2b_uu bytes.fromhex bytearray.fromhex",
    parameters: "data",
    addsOrigin: "encoded",
  },
  {
    calls:
      "zlib.decompress gzip.decompress bz2.decompress lzma.decompress zstandard.decompress brotli.decompress snappy.decompress",
    parameters: "data",
    addsOrigin: "encoded",
  },
  { calls: "codecs.decode codecs.getdecoder", parameters: "data encoding", addsOrigin: "encoded" },
  { calls: "zlib.decompressobj bz2.BZ2Decompressor lzma.LZMADecompressor", returns: "unpacker" },
  { calls: "unpacker.decompress unpacker.decode", parameters: "data", addsOrigin: "encoded" },
  {
    calls: "base64.decode",
    parameters: "src dst",
    effects: [{ kind: "write", target: "dst", mode: "change", from: "src" }],
  },
  { calls: "cryptography.fernet.Fernet", parameters: "key", returns: "fernet" },
  { calls: "fernet.decrypt", parameters: "data", addsOrigin: "encoded" },
  { calls: "io.BytesIO io.StringIO", parameters: "data", returns: "buffer" },

  {
    calls: "dbm.open",
    parameters: "path flag",
    effects: [{ kind: "open", target: "path", mode: "flag", usual: "r" }],
    returns: "shelf",
  },

  // pandas, NumPy and others that read and write files
  {
    calls:
      "pandas.read_csv pandas.read_table pandas.read_fwf pandas.read_json pandas.read_excel pandas.read_parquet pandas.read_feather pandas.read_hdf pandas.read_html pandas.read_xml pandas.read_stata pandas.read_sas pandas.read_orc",
    parameters: "path|filepath_or_buffer|path_or_buf|io",
    effects: read,
    returns: "frame",
  },
  {
    calls: "polars.read_csv polars.read_json polars.read_parquet polars.scan_csv polars.scan_parquet",
    parameters: "path",
    effects: read,
    returns: "frame",
  },
  {
    calls: "*.to_csv *.to_excel *.to_parquet *.to_feather *.to_hdf *.to_pickle *.to_stata *.write_csv *.write_parquet",
    parameters: "path|path_or_buf|excel_writer",
    effects: [{ kind: "write", target: "path", mode: "replace", from: "self", onlyIf: "path" }],
  },
  { calls: "pandas.DataFrame pandas.Series", parameters: "data", returns: "frame" },
  { calls: "frame.query frame.eval", parameters: "code", effects: [{ kind: "query code", argument: "code" }] },
  {
    calls:
      "frame.to_csv frame.to_json frame.to_html frame.to_excel frame.to_parquet frame.to_markdown frame.to_feather frame.to_hdf frame.to_pickle frame.to_xml frame.to_string frame.to_latex frame.to_stata frame.write_csv",
    parameters: "path|path_or_buf|buf|excel_writer",
    effects: [{ kind: "write", target: "path", mode: "replace", from: "self", onlyIf: "path" }],
  },
  { calls: "pandas.ExcelWriter", parameters: "path", effects: save, returns: "workbook" },
  {
    calls: "numpy.load",
    parameters: "path|file mmap_mode allow_pickle",
    effects: [
      { kind: "read", target: "path" },
      { kind: "run", what: "data", argument: "path" },
    ],
  },
  { calls: "numpy.loadtxt numpy.genfromtxt numpy.fromfile numpy.memmap", parameters: "path|fname|file", effects: read },
  {
    calls: "numpy.save numpy.savetxt numpy.savez numpy.savez_compressed",
    parameters: "path|file|fname data|arr|X",
    effects: [{ kind: "write", target: "path", mode: "replace", from: "data" }],
  },
  {
    calls: "PIL.Image.open cv2.imread imageio.imread skimage.io.imread",
    parameters: "path|fp|filename",
    effects: read,
    returns: "image",
  },
  {
    calls: "cv2.imwrite imageio.imwrite skimage.io.imsave matplotlib.pyplot.imsave",
    parameters: "path|filename data|img",
    effects: [{ kind: "write", target: "path", mode: "replace", from: "data" }],
  },
  { calls: "image.save image.convert.save", parameters: "path|fp", effects: save },
  {
    calls: "*.savefig matplotlib.pyplot.savefig",
    parameters: "path|fname",
    effects: [{ kind: "write", target: "path", mode: "replace" }],
  },
  {
    calls: "configparser.ConfigParser configparser.RawConfigParser configparser.SafeConfigParser",
    returns: "configparser.ConfigParser",
  },
  {
    calls: "configparser.ConfigParser.read_string configparser.ConfigParser.read_file",
    parameters: "data|string|f",
    effects: [{ kind: "deserialize", format: "ini", data: "data" }],
  },
  { calls: "configparser.ConfigParser.read", parameters: "path|filenames", effects: read },
  {
    calls: "configparser.ConfigParser.write",
    parameters: "file|fp|fileobject",
    effects: [{ kind: "write", target: "file", mode: "change" }],
  },
  {
    calls:
      "logging.FileHandler logging.handlers.RotatingFileHandler logging.handlers.TimedRotatingFileHandler logging.handlers.WatchedFileHandler",
    parameters: "path|filename",
    effects: [{ kind: "write", target: "path", mode: "append" }],
  },
  {
    calls: "logging.basicConfig",
    effects: [{ kind: "write", target: "filename", mode: "append", onlyIf: "filename" }],
  },
  {
    calls: "dotenv.load_dotenv dotenv.dotenv_values",
    parameters: "path|dotenv_path",
    effects: [{ kind: "read", target: "path" }],
  },
  {
    calls: "docx.Document openpyxl.load_workbook PyPDF2.PdfReader pypdf.PdfReader fitz.open",
    parameters: "path",
    effects: read,
    returns: "image",
  },
];
