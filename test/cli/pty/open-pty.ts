import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { closeAfterFile } from '../../support/opened.ts';
import { programPath } from '../../support/run-cyclectl.ts';

/** A program in a real terminal. */
export type Pty = {
  /** Types keys. */
  type(keys: string): void;
  /** Waits until the output behind the last match has the pattern, and gives what was before it too. */
  read(pattern: RegExp): Promise<string>;
  /** All output so far, as the terminal got it. */
  readonly output: () => string;
  readonly ended: Promise<number>;
};

type PtyOptions = {
  readonly file: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly rows?: number;
  readonly columns?: number;
};

/** Starts a program in a terminal. `cyclectl` is in its PATH. */
export async function openPty(options: PtyOptions): Promise<Pty> {
  const { file, args, directory, environment = {}, rows = 24, columns = 100 } = options;
  const folder = await makeProgramFolder();
  const path = [folder, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  const pty = spawn(file, [...args], {
    cwd: directory,
    cols: columns,
    rows,
    env: { PATH: path, HOME: folder, TERM: 'xterm', ...environment },
  });
  let output = '';
  let seen = 0;
  const waiting = new Set<() => void>();
  pty.onData((data) => {
    output += data;
    for (const check of waiting) check();
  });
  const ended = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode }) => resolve(exitCode));
  });
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  closeAfterFile(async () => {
    if (!isOver) pty.kill('SIGKILL');
  });
  return {
    type: (keys) => pty.write(keys),
    read: (pattern) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = pattern.exec(output.slice(seen));
          if (found === null) return;
          waiting.delete(check);
          const end = seen + found.index + found[0].length;
          const text = output.slice(seen, end);
          seen = end;
          resolve(text);
        };
        waiting.add(check);
        check();
      }),
    output: () => output,
    ended,
  };
}

async function makeProgramFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cyclectl-path-'));
  closeAfterFile(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, 'cyclectl');
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${programPath}' "$@"\n`);
  await chmod(program, 0o755);
  return folder;
}
