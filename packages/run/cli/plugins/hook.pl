#!/usr/bin/perl
# What a client runs for each event: sends it to `helve hookd`, and prints its answer. Perl starts in a tenth of the time of Node.
# Without a valid answer in time, the process that it runs instead decides alone: nothing here allows a call.
# Usage: hook.pl NODE MAIN hook CLIENT [OPTION...]
use strict;    # not in the bundle: it takes time to load

my $time_limit = 10;   # in seconds; a daemon that is slower is replaced
my @short_life = ('--max-semi-space-size=16', '--min-semi-space-size=16', '--single-threaded-gc');   # of Node
my @short_work = ('--no-sparkplug', '--no-maglev');   # compiles only what runs for long; for events that are read in less time than it takes
my $short_event = 4_000;   # in bytes
# Of the daemon: few collections of short-lived objects, and a small heap, so that 20 sessions fit in 150 MB.
my @long_life = ('--max-semi-space-size=4', '--min-semi-space-size=4', '--heap-growing-percent=20');
my $interrupted = 4;   # EINTR; Perl's own module takes longer to load than Perl
my ($node, $main, @args) = @ARGV;
my ($folder) = $main =~ m{^(.*)/}s or fail("usage: hook.pl NODE MAIN hook CLIENT");
my $state = state_folder();
$SIG{PIPE} = 'IGNORE';

my $event = read_all(\*STDIN);
fail("the event can't be read: $!") unless defined $event;
my $answer = defined $state ? eval { local $SIG{ALRM} = sub { die "late\n" }; alarm $time_limit; ask() } : undef;
alarm 0;
if (defined $answer) {
  my ($code, $out, $err) = @$answer;
  fail("the decision can't be delivered, because nobody reads standard output") if length $out && !deliver($out);
  write_all(\*STDERR, $err);
  exit $code;
}
start_daemon() if defined $state;
decide_alone();

# The answer of the daemon: exit code, standard output and standard error; undefined if there is none, or it is not the daemon's.
sub ask {
  my $build = line_of("$folder/build-id");
  return if $build !~ /^[0-9a-f]{16}$/;
  my ($socket, $password, $key) = split /\n/, private_text("$state/hookd-$build");
  return if !defined $key || $socket !~ /^hookd-[0-9a-f]+\.sock$/ || $key !~ /^[0-9a-f]{64}$/;
  my $path = "$state/$socket";
  return if length $path > 100;
  my $directory = readlink("/proc/self/cwd") // do { require Cwd; Cwd::getcwd() };
  return unless defined $directory && -d $directory;
  open my $random, '<', '/dev/urandom' or return;
  sysread($random, my $nonce, 16) == 16 or return;

  my $linux = $^O eq 'linux';
  socket my $daemon, 1, 1, 0 or return;
  connect $daemon, $linux ? pack 'S a108', 1, $path : pack 'C C a104', 106, 1, $path or return;
  if ($linux) {    # SO_PEERCRED
    my (undef, $user) = unpack 'L3', getsockopt($daemon, 1, 17) // return;
    return if $user != $<;
  }
  my $header = join "\0", unpack('H*', $nonce), $directory, scalar @args, @args, map { "$_=$ENV{$_}" } keys %ENV;
  my $request = join ' ', 'helve 1', $build, length $header, length $event;
  $request .= "\n$header$event";
  write_all($daemon, "$password\n$request") or return;
  my $digest = digest() or return;    # while the daemon decides
  my $text = read_all($daemon) // return;
  my ($mac, $rest) = $text =~ /^([0-9a-f]{64}) (.*)$/s or return;
  my $found = $digest->($key, $request, $rest, $key) // return;
  return if $found ne $mac;
  my ($code, $length, $output) = $rest =~ /^([0-9]{1,3}) ([0-9]+)\n(.*)$/s or return;
  return [$code, substr($output, 0, $length), substr($output, $length)];
}

# A function that returns the SHA-256 of texts.
sub digest {
  return \&Digest::SHA::sha256_hex if load_digest();
  my @program = digest_program() or return;
  pipe my $in, my $feed or return;
  pipe my $digest, my $out or return;
  my $process = fork // return;
  if ($process == 0) {
    alarm 0;
    open STDIN, '<&', $in and open STDOUT, '>&', $out and open STDERR, '>', '/dev/null' and exec { $program[0] } @program;
    kill 'KILL', $$;
  }
  return sub {
    print $feed @_ and close $feed or return;
    return <$digest> =~ /^([0-9a-f]{64})\b/ ? $1 : undef;
  };
}

# Loads the library of the module Digest::SHA alone: the rest of it takes longer to load than Perl. Perl has it on most systems.
sub load_digest {
  for my $file (map { ("$_/auto/Digest/SHA/SHA.so", "$_/auto/Digest/SHA/SHA.bundle") } @INC) {
    next unless -e $file;
    DynaLoader::boot_DynaLoader('DynaLoader') if defined &DynaLoader::boot_DynaLoader && !defined &DynaLoader::dl_load_file;
    my $library = eval { DynaLoader::dl_load_file($file, 0) } or return;
    my $symbol = DynaLoader::dl_find_symbol($library, 'boot_Digest__SHA') or return;
    eval { DynaLoader::dl_install_xsub('Digest::SHA::bootstrap', $symbol, $file)->('Digest::SHA') };
    return defined &Digest::SHA::sha256_hex;
  }
  return;
}

# A program that prints the SHA-256 of what it reads.
sub digest_program {
  for (['/usr/bin/sha256sum'], ['/bin/sha256sum'], ['/sbin/sha256sum'], ['/usr/bin/shasum', '-a', '256']) {
    return @$_ if -x $_->[0];
  }
  return;
}

# Runs the full process with the event on its standard input.
sub decide_alone {
  pipe my $in, my $feed or fail("no pipe: $!");
  my $process = fork // fail("no process: $!");
  if ($process == 0) {
    close $in;
    write_all($feed, $event);
    kill 'KILL', $$;    # without what a Perl program does at its end
  }
  close $feed;
  open STDIN, '<&', $in or fail("no standard input: $!");
  $SIG{PIPE} = 'DEFAULT';
  push @short_life, @short_work if length $event < $short_event;
  exec { $node } $node, @short_life, snapshot(), $main, @args or fail("$node can't be started: $!");
}

# The options with which Node starts from the snapshot that the daemon has built (`hookd/snapshot.ts`), if nothing has changed since: the snapshot,
# Node, and the program.
sub snapshot {
  return if !defined $state || defined $ENV{NODE_OPTIONS};
  my $build = line_of("$folder/build-id");
  return if $build !~ /^[0-9a-f]{16}$/;
  my $blob = "$state/cache/snapshot-$build.blob";
  my $record = private_text("$state/cache/snapshot-$build");
  return if $record eq '' || $record ne join '', map { join(' ', (stat)[0, 1, 2, 4, 7, 9, 10]) . "\n" } $node, "$folder/build-id", $blob;
  $ENV{GLIBC_TUNABLES} //= 'glibc.malloc.hugetlb=1' if $^O eq 'linux';    # it is read at once
  return ('--snapshot-blob', $blob);
}

# Starts the daemon, but not twice in ten seconds.
sub start_daemon {
  return unless load_digest() || digest_program();
  mkdir substr($state, 0, pos $state), 0700 while $state =~ m{[^/]+}g;
  my $mark = "$state/hookd.start";
  my $begun = (stat $mark)[9];
  return if defined $begun && abs(time - $begun) < 10;
  rmdir $mark if defined $begun;
  mkdir $mark, 0700 or return;
  my $process = fork // return;
  return if $process != 0;
  setpgrp 0, 0;
  %ENV = map { defined $ENV{$_} ? ($_ => $ENV{$_}) : () } qw(HOME PATH XDG_STATE_HOME);
  $ENV{MALLOC_ARENA_MAX} = 1;    # of glibc, which otherwise keeps unused memory for each thread
  open STDIN, '<', '/dev/null' and open STDOUT, '>', '/dev/null' and open STDERR, '>', '/dev/null'
    and chdir $state and exec { $node } $node, '--disable-sigusr1', '--expose-gc', @long_life, $main, 'hookd';
  kill 'KILL', $$;
}

sub state_folder {
  my ($home, $xdg) = @ENV{qw(HOME XDG_STATE_HOME)};
  return unless defined $home && $home =~ m{^/};
  return (defined $xdg && $xdg =~ m{^/} ? $xdg : "$home/.local/state") . '/helve';
}

# The text of a file that only the user can read.
sub private_text {
  my ($path) = @_;
  open my $file, '<', $path or return '';
  my (undef, undef, $mode, undef, $owner) = stat $file;
  return '' if -l $path || !-f $file || $owner != $< || $mode & 077;
  return join '', <$file>;
}

sub line_of {
  open my $file, '<', $_[0] or return '';
  my $line = <$file> // '';
  chomp $line;
  return $line;
}

sub read_all {
  my ($from) = @_;
  my $text = '';
  for (;;) {
    my $length = sysread $from, $text, 1 << 20, length $text;
    next if !defined $length && $! == $interrupted;
    return unless defined $length;
    return $text if $length == 0;
  }
}

sub write_all {
  my ($to, $text) = @_;
  my $done = 0;
  while ($done < length $text) {
    my $length = syswrite $to, $text, length($text) - $done, $done;
    next if !defined $length && $! == $interrupted;
    return 0 unless defined $length;
    $done += $length;
  }
  return 1;
}

# The null device stands for a standard output that is closed.
sub deliver {
  my ($text) = @_;
  return 0 if -c STDOUT && (stat STDOUT)[6] == (stat '/dev/null')[6];
  return write_all(\*STDOUT, $text);
}

sub fail {
  write_all(\*STDERR, "helve denies the call: $_[0]\n");
  exit 2;
}
