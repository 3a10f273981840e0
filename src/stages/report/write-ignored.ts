import { count, wrapIndented } from '../../kit/text-layout.ts';
import type { Address } from '../../model/address.ts';
import { type SourceSpan, writeSpan } from '../../model/source-span.ts';
import { writeHead, writeSafeJson } from './write-document.ts';
import { writeName } from './write-name.ts';
import { writePath } from './write-path.ts';

/** What a manifest says by now to leave as it is. */
type Written = {
  readonly file: string;
  readonly addresses: readonly Address[];
  readonly until: string;
  readonly reason: string;
  readonly at: readonly SourceSpan[];
};

/** What was written, where, and what to do with it, for people. */
export function writeIgnoredText({ addresses, until, at, file }: Written): string {
  const [first] = at;
  const place = writeName(first === undefined ? file : writeSpan(first));
  const names = addresses.map(writePath).join(', ');
  const what =
    addresses.length === 1 ? names : `${count(addresses.length, 'difference')} (${names})`;
  const text = `Ignored until ${writeName(until)}: ${what}. It stands in ${place}; commit it, so that all who plan and apply leave it too.`;
  return `${wrapIndented(text, 0)}\n`;
}

/** The same as data. */
export function writeIgnoredJson({ file, addresses, until, reason, at }: Written): string {
  return `${writeHead('ignored')},"ignored":${writeSafeJson({ file, addresses, until, reason, at })}}\n`;
}
