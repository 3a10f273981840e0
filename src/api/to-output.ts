import { toPieces } from '../app/output/terminal.ts';
import type { Output } from './options.ts';

/** A stream of text, such as `process.stdout`. */
export type TextStream = {
  /** True once it is closed: what is written then is dropped. */
  readonly destroyed?: boolean;
  /** Returns false if it wants no more until it drains. */
  write(text: string): boolean;
  once(event: 'drain' | 'close' | 'error', listener: () => void): unknown;
  off(event: 'drain' | 'close' | 'error', listener: () => void): unknown;
};

/** An output into streams, as text of a file: the result to `stdout`, all else to `stderr`. */
export function toOutput(streams: {
  readonly stdout?: TextStream;
  readonly stderr?: TextStream;
}): Output {
  const { stdout, stderr } = streams;
  return {
    out: async (text) => {
      for await (const piece of toPieces(text)) {
        // A closed stream never drains.
        if (stdout === undefined || stdout.destroyed === true || stdout.write(piece)) continue;
        await waitForDrain(stdout);
      }
    },
    log: (text) => void stderr?.write(`${text}\n`),
  };
}

function waitForDrain(stream: TextStream): Promise<void> {
  const events = ['drain', 'close', 'error'] as const;
  return new Promise((resolve) => {
    const end = () => {
      for (const event of events) stream.off(event, end);
      resolve();
    };
    for (const event of events) stream.once(event, end);
  });
}
