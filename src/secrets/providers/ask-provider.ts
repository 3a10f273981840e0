import type { GroupOutput } from '../../kit/tasks/run-group.ts';
import { isSecretName } from '../../model/secret/secret-name.ts';
import { type ExecRights, runAllowedProgram } from './exec-provider.ts';
import {
  formatQuestion,
  type KeyReadings,
  parseAnswer,
  toFailures,
  toReason,
} from './provider-answer.ts';

const maxBytes = 4 * 1024 * 1024;
const maxErrorBytes = 8192;

/** Time that each key adds to that of a program. */
const keyMs = 1000;

/** Values of at most `maxKeys` keys from one process of a provider: JSON in, JSON out, no arguments. */
export async function askProvider(
  rights: ExecRights,
  provider: string,
  keys: readonly string[],
): Promise<KeyReadings> {
  let errors = Buffer.alloc(0);
  let isCut = false;
  const timeoutMs = rights.timeoutMs + keys.length * keyMs;
  const output = await runAllowedProgram(rights, provider, {
    args: [],
    input: formatQuestion(keys),
    maxBytes,
    timeoutMs,
    onErrorOutput: (bytes) => {
      const all = Buffer.concat([errors, bytes]);
      isCut ||= all.length > maxErrorBytes;
      errors = all.subarray(-maxErrorBytes);
    },
  });
  const secrets = listOwnSecrets(rights);
  switch (output.kind) {
    case 'not-allowed':
    case 'no-program':
      return new Map(keys.map((key) => [key, { lack: output.kind }]));
    case 'output':
      return parseAnswer(output.bytes, keys, secrets);
    default: {
      // The first line of a cut text may begin amid a secret.
      const whole = isCut ? errors.subarray(errors.indexOf('\n') + 1) : errors;
      const text = isCut && !errors.includes('\n') ? '' : whole.toString('utf8');
      const said = output.kind === 'failed' ? toReason(text, secrets) : '';
      const end = formatEnd(output, timeoutMs);
      return toFailures(keys, said === '' ? end : `${end}: ${said}`);
    }
  }
}

// A program may repeat in a message what it signs in with.
function listOwnSecrets({ environment }: ExecRights): readonly string[] {
  return [...environment].flatMap(([name, value = '']) =>
    isSecretName(name) && value.length >= leastLength ? [value] : [],
  );
}

/** Shorter values, such as 1 or true, are words of other texts too. */
const leastLength = 6;

function formatEnd(
  output: Exclude<GroupOutput, { readonly kind: 'output' }>,
  timeoutMs: number,
): string {
  if (output.kind === 'failed') {
    const { exitCode } = output;
    return exitCode === undefined
      ? 'it was ended by a signal'
      : `it ended with exit code ${exitCode}`;
  }
  const ends = {
    'no-program': 'it could not be run',
    'timed-out': `it did not end within ${Math.ceil(timeoutMs / 1000)} s and was stopped`,
    'too-long': `it printed more than ${maxBytes / 2 ** 20} MiB and was stopped`,
  };
  return ends[output.kind];
}
