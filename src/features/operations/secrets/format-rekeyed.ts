import { formatName } from '../../../kit/text/format-name.ts';
import { formatHanging } from '../../../kit/text/text-layout.ts';
import { formatDocumentHead, formatSafeJson } from '../../../reports/json/format-document.ts';
import type { Rekeyed, Unrekeyed } from './secret-use.ts';

const reasons: Readonly<Record<Unrekeyed['why'], string>> = {
  'no-value': 'it has no value here',
  differs: 'the secret here is not the one that was written',
  'third-key': 'its print is of neither key',
  'not-in-manifest': 'no manifest refers to it',
};

/** What came of new prints, for people. */
export function formatRekeyedText({ done, already, left }: Rekeyed): string {
  const lines = left.map(({ address, why }) =>
    formatHanging(`${formatName(address)}: stays, since ${reasons[why]}`, 4),
  );
  const total = `${done} made anew, ${already} of this key already, ${left.length} left as they are. Nothing was sent.`;
  return [...lines, total].map((line) => `${line}\n`).join('');
}

/** The same as data. */
export function formatRekeyedJson({ done, already, left }: Rekeyed): string {
  return `${formatDocumentHead('rekey')},"result":${formatSafeJson({ done, already, left })}}\n`;
}
