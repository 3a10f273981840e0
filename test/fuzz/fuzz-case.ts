import type { Draw } from '../worlds/generate/draw.ts';

/** Target of odd input. */
export type FuzzTarget = {
  /** Feeds it once; gives what was wrong with how it took that. The same draws are the same input. */
  feed(draw: Draw): Promise<readonly string[]>;
  close(): Promise<void>;
};

/** How a command ended. */
export type Ended = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

const exitCodes: ReadonlySet<number> = new Set([0, 1, 2, 3]);

/**
 * Checks for results that no input may cause: an unknown code, a silent failure, or internals in
 * the output.
 */
export function checkEnded(what: string, { exitCode, stdout, stderr }: Ended): readonly string[] {
  const said = `${stdout}\n${stderr}`;
  const wrong: readonly (readonly [boolean, string])[] = [
    [!exitCodes.has(exitCode), `ended with ${exitCode}`],
    [exitCode === 1 && said.trim() === '', 'failed without a word'],
    [/^\s+at .+:\d+:\d+\)?$/m.test(stderr), 'showed a stack trace'],
    [/mistake of its own|internal error of cyclectl/i.test(stderr), 'made a mistake of its own'],
    [said.includes('[object Object]'), 'wrote an object as text'],
  ];
  return wrong
    .filter(([isWrong]) => isWrong)
    .map(([, says]) => `${what} ${says}: ${(stderr || stdout).slice(0, 1500)}`);
}
