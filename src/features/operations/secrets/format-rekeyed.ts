import { formatName } from '../../../kit/text/format-name.ts';
import { formatHanging } from '../../../kit/text/text-layout.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import type { Rekeyed, Unrekeyed } from './secret-use.ts';

const reasons: Readonly<Record<Unrekeyed['why'], string>> = {
  'no-value': 'it has no value here',
  differs: 'the secret here differs from the written one',
  'third-key': 'its fingerprint is of neither key',
  'not-in-manifest': 'no manifest refers to it',
};

/** Formats the result of a rekey. */
export function formatRekeyedText({ done, already, left }: Rekeyed): string {
  const lines = left.map(({ address, why }) =>
    formatHanging(`${formatName(address)}: unchanged, because ${reasons[why]}`, 4),
  );
  const total = `${done} computed again, ${already} of this key already, ${left.length} unchanged. Nothing was sent.`;
  return [...lines, total].map((line) => `${line}\n`).join('');
}

/** Formats the result as data. */
export function formatRekeyedJson({ done, already, left }: Rekeyed): string {
  return formatDocument('rekey', { result: { done, already, left } });
}
