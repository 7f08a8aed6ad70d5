/**
 * The program that runs in the sandbox's Python: it reads requests from its standard input and writes messages to its standard output,
 * each as JSON after its length in bytes and a line end. Before any code runs, both are moved to other descriptors: what the code and
 * its child processes print goes into a pipe, of which a thread sends what arrives, and reading input ends at once. `await` outside of a
 * function runs in one event loop, which is kept.
 */
export const driver: string = String.raw`
import ast, base64, builtins, inspect, io, json, linecache, os, re, signal, sys, threading, traceback, types, warnings

requests = os.fdopen(os.dup(0), "rb")
messages = os.fdopen(os.dup(1), "wb")
read_end, write_end = os.pipe()
null = os.open(os.devnull, os.O_RDONLY)
os.dup2(null, 0)
lock = threading.Lock()
synced = threading.Event()
mark = os.urandom(24)
process = os.getpid()
main_thread = threading.main_thread().ident
state = {"running": False, "images": [], "text": 0}


def send(**message):
    data = json.dumps(message).encode()
    with lock:
        messages.write(b"%d\n" % len(data) + data)
        messages.flush()


def forward_output():
    pending = b""
    while True:
        pending += os.read(read_end, 65536)
        at = pending.find(mark)
        keep = 0 if at >= 0 else next((n for n in range(min(len(mark) - 1, len(pending)), 0, -1) if mark.startswith(pending[-n:])), 0)
        end = at if at >= 0 else len(pending) - keep
        if end:
            send(type="output", data=base64.b64encode(pending[:end]).decode())
        pending = pending[end + (len(mark) if at >= 0 else 0):]
        if at >= 0:
            synced.set()


def use_pipes():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
    os.dup2(write_end, 1)
    os.dup2(write_end, 2)
    os.dup2(null, 0)
    sys.stdin = io.TextIOWrapper(os.fdopen(0, "rb", closefd=False), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(os.fdopen(1, "wb", 0, closefd=False), encoding="utf-8", errors="backslashreplace", write_through=True)
    sys.stderr = io.TextIOWrapper(os.fdopen(2, "wb", 0, closefd=False), encoding="utf-8", errors="backslashreplace", write_through=True)


def cut(text, limit=1000000):
    half = limit // 2
    return text if len(text) <= limit else text[:half] + "\n[… %d characters left out …]\n" % (len(text) - limit) + text[-half:]


def png_of(value):
    make = getattr(type(value), "_repr_png_", None)
    if make is not None:
        data = make(value)
        data = data[0] if isinstance(data, tuple) else data
        return base64.b64decode(data) if isinstance(data, str) else data
    figure = getattr(sys.modules.get("matplotlib.figure"), "Figure", None)
    if figure is not None and isinstance(value, figure):
        return figure_png(value)
    return None


def figure_png(figure):
    file = io.BytesIO()
    figure.savefig(file, format="png", bbox_inches="tight")
    return file.getvalue()


def show(data):
    if data and len(state["images"]) < 20:
        state["images"].append(base64.b64encode(bytes(data)).decode())


def display(*values):
    for value in values:
        data = png_of(value)
        show(data) if data else print(repr(value))


def open_figures(shown):
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return
    for number in pyplot.get_fignums():
        figure = pyplot.figure(number)
        if figure is not shown:
            show(figure_png(figure))
    pyplot.close("all")


def error_text(error, filename):
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename != filename:
        frames = frames.tb_next
    parts = traceback.format_exception(type(error), error.with_traceback(frames), frames)
    if isinstance(error, SyntaxError) and re.match(r"\s*([\w., ]+=\s*)?[!%?]|.*\w\?+\s*$", error.text or ""):
        parts.append("This is Python, not IPython: !command, %magic and name? do not work. Use subprocess, or help(name).\n")
    return "".join(parts)


def evaluate(tree, filename, mode, namespace):
    code = compile(tree, filename, mode, flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    value = eval(code, namespace)
    if not code.co_flags & inspect.CO_COROUTINE:
        return value
    import asyncio
    if "loop" not in state or state["loop"].is_closed():
        state["loop"] = asyncio.new_event_loop()
    asyncio.set_event_loop(state["loop"])
    return state["loop"].run_until_complete(value)


def run(request, namespace, number):
    code, solution = request["code"], request.get("solution")
    filename = "<run %d>" % number
    linecache.cache[filename] = (len(code), None, code.splitlines(True), filename)
    outcome = {}
    value = None
    try:
        state["running"] = True
        try:
            tree = ast.parse(code, filename)
            last = None
            if solution is None and tree.body and isinstance(tree.body[-1], ast.Expr):
                last = ast.Expression(tree.body.pop().value)
            evaluate(tree, filename, "exec", namespace)
            if last is not None:
                value = evaluate(last, filename, "eval", namespace)
            if solution is not None:
                outcome["value"] = cut(str(eval(compile(solution, filename, "eval"), namespace)))
            elif value is not None:
                builtins._ = value
                data = png_of(value)
                show(data) if data else outcome.update(value=cut(repr(value)))
            open_figures(value)
        finally:
            state["running"] = False
    except SystemExit as error:
        outcome["exit"] = repr(error.code)
    except BaseException as error:
        outcome["error"] = cut(error_text(error, filename))
        try:
            outcome["short"] = cut(repr(error))
        except Exception:
            outcome["short"] = type(error).__name__
    return outcome


def listen(queue, ready):
    while True:
        head = requests.readline()
        if not head:
            os._exit(0)
        request = json.loads(requests.read(int(head)))
        if request["type"] == "run":
            queue.append(request)
            ready.release()
        elif state["running"] and request["id"] == state.get("id"):
            if os.getpgrp() == os.getpid():
                os.killpg(0, signal.SIGINT)
            else:
                signal.pthread_kill(main_thread, signal.SIGINT)


def main():
    warnings.filterwarnings("ignore", message=".*non-interactive.*")
    os.environ.setdefault("MPLBACKEND", "Agg")
    builtins.display = display
    sys.argv = [""]
    sys.path.insert(0, "")
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    queue, ready = [], threading.Semaphore(0)
    threading.Thread(target=forward_output, daemon=True).start()
    threading.Thread(target=listen, args=(queue, ready), daemon=True).start()
    use_pipes()
    send(type="ready", version=sys.version.split()[0])
    number = 0
    while True:
        try:
            ready.acquire()
            request = queue.pop(0)
            number += 1
            state["id"], state["images"] = request["id"], []
            use_pipes()
            signal.signal(signal.SIGINT, signal.default_int_handler)
            namespace = module.__dict__ if request.get("solution") is None else {"__name__": "__main__", "__builtins__": builtins}
            outcome = run(request, namespace, number)
        except KeyboardInterrupt as error:
            outcome = {"error": "KeyboardInterrupt\n", "short": "KeyboardInterrupt()"}
        if os.getpid() != process:  # a child process that the code has forked
            os._exit(0)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                pass
        synced.clear()
        os.write(write_end, mark)
        synced.wait()
        send(type="done", id=request["id"], images=state["images"], **outcome)


main()
`;
