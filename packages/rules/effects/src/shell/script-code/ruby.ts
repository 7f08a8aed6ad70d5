import { callTable, type ScriptLanguage, wordSet } from "./script-language.ts";

/** Ruby: its syntax, and what its methods do. */
export const ruby: ScriptLanguage = {
  syntax: {
    comment: /#.*|^=begin[\s\S]*?^=end.*/my,
    word: /[A-Za-z_]\w*[?!]?(?!=[^=~>])|[A-Za-z_]\w*/y,
    variable: /@{1,2}[A-Za-z_]\w*|\$(?:[A-Za-z_]\w*|[\d_~!@&`'+*$?:"<>,./\\;0])/y,
    number: /0x[\da-f_]+|\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?r?/iy,
    unreadable: /\?["'`]/,
    backquotes: true,
    singleQuotes: true,
    inserted: /#\{((?:[^{}]|\{[^{}]{0,200}\}){0,300})\}/y,
    operator: /%([qQwWxiIr]?)([({[<|!/])/y,
    operators: new Map([
      ["", { kind: "text", inserts: true }],
      ["q", { kind: "text" }],
      ["Q", { kind: "text", inserts: true }],
      ["w", { kind: "text", list: true }],
      ["W", { kind: "text", inserts: true, list: true }],
      ["i", { kind: "text", list: true }],
      ["I", { kind: "text", inserts: true, list: true }],
      ["x", { kind: "command", inserts: true }],
      ["r", { kind: "pattern", inserts: true }],
    ]),
    patternAfter: wordSet("if unless while until and or not return when puts print p in then elsif"),
    here: /<<[~-]?(["']?)([A-Z_]\w*)\1/y,
  },
  calls: callTable({
    run: `system exec spawn Kernel.system Kernel.exec Kernel.spawn Process.spawn IO.popen PTY.spawn Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen2
      Open3.popen2e Open3.popen3 Open3.pipeline sh`,
    code: "eval Kernel.eval instance_eval class_eval module_eval",
    open: "open File.open File.new Kernel.open IO.open",
    "rm -f":
      "File.delete File.unlink FileUtils.rm FileUtils.rm_f FileUtils.remove FileUtils.remove_file rm rm_f FileUtils.safe_unlink",
    "rm -rf":
      "FileUtils.rm_r FileUtils.rm_rf FileUtils.rmtree FileUtils.remove_dir FileUtils.remove_entry FileUtils.remove_entry_secure FileUtils.remove_dir rm_rf rm_r remove_dir remove_entry rmtree",
    rmdir: "Dir.rmdir Dir.delete Dir.unlink FileUtils.rmdir",
    mv: "File.rename FileUtils.mv FileUtils.move mv",
    cp: "FileUtils.cp FileUtils.copy FileUtils.copy_file IO.copy_stream cp",
    "cp -r": "FileUtils.cp_r cp_r",
    ln: "File.link FileUtils.ln",
    "ln -s": "File.symlink FileUtils.ln_s FileUtils.ln_sf",
    "mkdir -p": "Dir.mkdir FileUtils.mkdir FileUtils.mkdir_p FileUtils.makedirs mkdir_p",
    touch: "FileUtils.touch",
    "truncate -s 0": "File.truncate",
    chmod: "File.chmod FileUtils.chmod",
    "chmod -R": "FileUtils.chmod_R",
    "chown -R": "FileUtils.chown_R",
    kill: "Process.kill",
    module: "require gem",
    cd: "Dir.chdir FileUtils.cd",
    "cat|":
      "File.read File.readlines File.foreach File.binread IO.read IO.readlines IO.foreach YAML.load_file YAML.safe_load_file CSV.read CSV.foreach CSV.table JSON.load_file Marshal.load_file Psych.load_file",
    "tee>": "File.write File.binwrite IO.write IO.binwrite",
    ls: "Dir.entries Dir.children Dir.each_child Dir.foreach",
    curl: "Net.HTTP.get Net.HTTP.get_response Net.HTTP.get_print URI.open OpenURI.open_uri HTTParty.get RestClient.get Faraday.get",
    send: "Net.HTTP.post Net.HTTP.post_form HTTParty.post HTTParty.put RestClient.post RestClient.put Faraday.post Faraday.put",
    connect:
      "TCPSocket.new TCPSocket.open UDPSocket.new Net.HTTP.start Net.HTTP.new Net.FTP.open Net.SSH.start Net.SMTP.start OpenSSL.SSL.SSLSocket.new",
    glob: "Dir.glob Dir Pathname.glob",
    first: "URI URI.parse File.expand_path File.realpath File.absolute_path Shellwords.escape Shellwords.split",
    join: "File.join",
    home: "Dir.home",
    "rm -rf .": ".rmtree .delete_all",
    "rm -f .": ".unlink",
    print: "puts print p pp printf putc",
  }),
  pure: wordSet(
    `def end if unless else elsif case when while until for in do then return next break redo retry begin rescue ensure and or not nil true false self class module
     yield lambda proc loop alias defined? super __FILE__ __method__ __dir__ BEGIN END new freeze frozen? dup raise format sprintf rand srand sleep gets exit abort warn catch throw
     attr_accessor attr_reader attr_writer private public protected include extend Integer Float String Array Hash Rational Complex Set Struct Range Comparable Enumerable
     block_given? JSON.load JSON.dump YAML.dump YAML.safe_load Marshal.dump CSV.parse CSV.generate Dir.tmpdir Dir.mktmpdir File.constants at_exit STDIN STDOUT STDERR ARGF ARGV ENV RUBY_VERSION RUBY_PLATFORM RUBY_ENGINE RUBY_PATCHLEVEL RUBY_COPYRIGHT RUBY_DESCRIPTION DATA
     Math JSON YAML CSV ERB.Util Time Date DateTime Random SecureRandom Digest Base64 ERB Zlib Benchmark Shellwords Etc Socket.gethostname Psych PP Gem Bundler StandardError RuntimeError ArgumentError
     KeyError TypeError IndexError StopIteration NotImplementedError ZeroDivisionError Errno IOError EOFError Exception Interrupt Symbol Regexp Proc Object BasicObject Kernel.format Kernel.puts Kernel.rand
     Process.clock_gettime Process.pid Process.CLOCK_MONOTONIC Dir.pwd Dir.exist? File.exist? File.file? File.directory? File.basename File.dirname File.extname File.size File.mtime
     File.stat File.readable? File.writable? File.symlink? File.executable? File.zero? File.SEPARATOR Date.today ObjectSpace.count_objects GC StringIO OpenStruct OptionParser Data Thread Queue Mutex Fiber
     Encoding Unicode Forwardable Singleton Observable Timeout Logger Tempfile Net.HTTP URI.encode_www_form URI.encode_www_form_component URI.decode_www_form_component Float.INFINITY Math.PI
     each each_with_index each_slice each_cons each_char each_line each_key each_value each_pair each_entry each_with_object each_byte with_index with_object times upto downto step map map! collect flat_map
     select select! filter filter_map reject reject! find find_all find_index detect inject reduce sum count min max minmax min_by max_by minmax_by sort sort! sort_by sort_by! reverse reverse! reverse_each
     group_by partition chunk chunk_while slice_when zip take take_while drop drop_while first last uniq uniq! tally to_h to_a to_s to_i to_f to_r to_c to_sym to_str to_set to_json to_yaml to_csv join split
     chars bytes lines strip strip! lstrip rstrip chomp chomp! chop squeeze tr tr_s delete delete_if delete_at keep_if compact compact! flatten flatten! push pop shift unshift append prepend insert concat index rindex
     include? member? key? has_key? value? has_value? any? all? none? one? empty? nil? zero? positive? negative? even? odd? is_a? kind_of? instance_of? respond_to? start_with? end_with? match match? scan
     gsub gsub! sub sub! upcase upcase! downcase downcase! capitalize capitalize! swapcase center ljust rjust hex oct ord chr succ pred next_day prev_day next_month prev_month next_year prev_year length size
     keys values values_at key value fetch dig merge merge! update invert transform_values transform_keys slice except store default default= sample shuffle rotate transpose product combination permutation
     cycle lazy force eager abs ceil floor round divmod modulo fdiv pow gcd lcm digits bit_length clamp between? inspect itself then tap read readline readlines readlines each_line getc eof? rewind close printf puts
     parse safe_load generate pretty_generate now today at mktime utc local strftime strptime iso8601 year month day hour min sec usec nsec wday yday zone to_date to_time hexdigest base64digest digest encode64 decode64
     strict_encode64 strict_decode64 urlsafe_encode64 urlsafe_decode64 url_encode html_escape h result hex uuid random_number random_bytes alphanumeric base64 realtime measure report bm bmbm
     encoding encode force_encoding valid_encoding? unicode_normalize unpack unpack1 pack sum casecmp casecmp? eql? equal? hash object_id class name ancestors superclass methods instance_methods
     message backtrace full_message sync= sync flush binmode lineno pos path headers each_row header body code host port scheme query string getvalue call arity parameters source
     captures named_captures pre_match post_match begin offset names replace clear concat fill bsearch sum none lazy zip assoc rassoc filter! format hypot sqrt cbrt sin cos tan atan atan2 exp log log2 log10
     EPOCH PI E version platform add ancestors instance_variables instance_variable_get tally_by each_entry sum step delete_prefix delete_suffix partition rpartition squish ljust tr! count`,
  ),
  defines: wordSet("def class module"),
  joins: new Set(["+"]),
  plainVariables: true,
  symbols: true,
};
