import type { CommandContext } from '../app/context.ts';
import type { Terminal } from '../app/output/terminal.ts';
import { plainPaint } from '../reports/text/paint.ts';
import { checkNotStopped } from './cyclectl-error.ts';
import type { Answer, AskOptions, CallOptions } from './options.ts';

/** The caller's functions, for a command. */
export type GuardedCalls = Pick<
  CommandContext,
  'terminal' | 'onProgress' | 'deferSignals' | 'startCleanup' | 'stopping'
> & {
  /** Waits for those that are asynchronous, and throws the first error of them all. */
  readonly settle: () => Promise<void>;
};

/**
 * Makes the caller's functions safe for a command: an error of one stops it as the signal does. None is called
 * again, and the error is thrown at the end.
 */
export function makeGuardedCalls(options: CallOptions & AskOptions): GuardedCalls {
  const { output, onProgress, onStart, onEnd, signal } = options;
  const failing = new AbortController();
  let thrown: { readonly error: unknown } | null = null;
  const fail = (error: unknown) => {
    thrown ??= { error };
    failing.abort();
  };
  const check = () => {
    if (thrown !== null) throw thrown.error;
  };
  // A function that returns nothing may be asynchronous, and its rejection would end the process.
  const unsettled = new Set<Promise<unknown>>();
  const guard = <T>(work: () => T): T | undefined => {
    if (thrown !== null) return undefined;
    try {
      const made = work();
      if (!(made instanceof Promise)) return made;
      const settled = made.catch(fail).finally(() => unsettled.delete(settled));
      unsettled.add(settled);
      return undefined;
    } catch (error) {
      fail(error);
      return undefined;
    }
  };
  return {
    settle: async () => {
      await Promise.all(unsettled);
      check();
    },
    stopping: signal === undefined ? failing.signal : AbortSignal.any([signal, failing.signal]),
    terminal: {
      paint: plainPaint,
      progress: 'none',
      isScreen: false,
      columns: null,
      ...output,
      status: (text) => void guard(() => output?.status?.(text)),
      log: (text) => void guard(() => output?.log(text)),
      out: async (text) => {
        if (thrown !== null || output === undefined) return;
        try {
          await output.out(text);
        } catch (error) {
          fail(error);
        }
      },
      ask: makePrompt(options, { fail, check }),
    },
    onProgress: (progress) => {
      guard(() => onProgress?.(progress));
      if (progress.phase === 'applying') return;
      check();
      checkNotStopped(signal);
    },
    deferSignals: ({ unclosed } = {}) =>
      void guard(() => onStart?.(unclosed === undefined ? {} : { unclosed })),
    startCleanup: () => guard(() => onEnd?.()) ?? new AbortController().signal,
  };
}

function makePrompt(
  { confirm, signal }: CallOptions & AskOptions,
  { fail, check }: { readonly fail: (error: unknown) => void; readonly check: () => void },
): Terminal['ask'] {
  let lack = 'no confirm was passed';
  return {
    get lack() {
      return lack;
    },
    confirm: async (question, plan) => {
      if (confirm === undefined || plan === undefined) return 'no-terminal';
      // The plan was not shown whole.
      check();
      let answer: Answer;
      try {
        answer = await confirm({ question, plan });
      } catch (error) {
        fail(error);
        throw error;
      }
      checkNotStopped(signal);
      if (typeof answer === 'object' && answer !== null) {
        lack = answer.cannotAsk;
        return 'no-terminal';
      }
      // A program without types may answer anything, and only true is a yes.
      return answer === true ? 'yes' : 'no';
    },
    readWord: async () => null,
    choose: async () => null,
  };
}
