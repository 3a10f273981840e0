/** Program, and what it may take. */
export type GroupRun = {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Folder that it runs in; that of this process without one. */
  readonly folder?: string;
  /** Its input; it has none without. */
  readonly input?: string;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Gets its stderr, which is dropped without. */
  readonly onErrorOutput?: (bytes: Uint8Array) => void;
};

/** Output of a program that ended well, or why there is none. */
export type GroupOutput =
  | { readonly kind: 'output'; readonly bytes: Uint8Array }
  | { readonly kind: 'timed-out' | 'too-long' | 'no-program' }
  /** `exitCode` is undefined after a signal. */
  | { readonly kind: 'failed'; readonly exitCode: number | undefined };

/**
 * Runs a program without shell or terminal. Its process group is killed when it ends, on a timeout,
 * and with this process.
 */
export async function runGroup(run: GroupRun): Promise<GroupOutput> {
  // Import late because most runs start no program.
  const { execa } = await import('execa');
  const running = execa(run.file, run.args, {
    env: run.environment,
    extendEnv: false,
    ...(run.folder === undefined ? {} : { cwd: run.folder }),
    ...(run.input === undefined ? { stdin: 'ignore' } : { input: run.input }),
    stderr: run.onErrorOutput === undefined ? 'ignore' : 'pipe',
    buffer: { stderr: false },
    encoding: 'buffer',
    stripFinalNewline: false,
    maxBuffer: run.maxBytes,
    reject: false,
    // Start a process group, so that its children can be killed with it.
    detached: true,
  });
  if (run.onErrorOutput !== undefined) running.stderr?.on('data', run.onErrorOutput);
  const endGroup = () => killGroup(running.pid);
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), run.timeoutMs);
  process.once('exit', endGroup);
  try {
    const result = await Promise.race([running, late.promise]);
    if (result === null) return { kind: 'timed-out' };
    if (result.isMaxBuffer) return { kind: 'too-long' };
    const { exitCode, signal, failed, stdout } = result;
    if (exitCode === undefined && signal === undefined) return { kind: 'no-program' };
    return failed ? { kind: 'failed', exitCode } : { kind: 'output', bytes: stdout };
  } finally {
    clearTimeout(timer);
    process.removeListener('exit', endGroup);
    endGroup();
    // A child that left the group may hold them.
    running.stdout?.destroy();
    running.stderr?.destroy();
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH means that the group has ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
