import { count, wrapIndented } from '../../../kit/text/text-layout.ts';
import { quote, writeName } from '../../../kit/text/write-name.ts';
import type { Address } from '../../../model/address.ts';
import type { RenewedIgnore } from '../../../model/desired/scope/ignored.ts';
import { type SourceSpan, writeSpan } from '../../../model/source-span.ts';
import { writeHead, writeSafeJson } from '../../../reports/json/write-document.ts';
import { writePath } from '../../../reports/words/write-path.ts';

/** What a manifest says by now to leave as it is. */
type Written = {
  readonly file: string;
  readonly addresses: readonly Address[];
  /** What was said before of those of them of which something was. */
  readonly renewed: readonly RenewedIgnore[];
  /** Other environments that it counts in. */
  readonly alsoIn: readonly string[];
  readonly until: string;
  readonly reason: string;
  readonly at: readonly SourceSpan[];
};

/** What was written, where, and what to do with it, for people. */
export function writeIgnoredText({ addresses, renewed, alsoIn, until, at, file }: Written): string {
  const [first] = at;
  const place = writeName(first === undefined ? file : writeSpan(first));
  const others = alsoIn.map(writeName).join(', ');
  const sentences = [
    `Ignored until ${writeName(until)}: ${sayAll(addresses)}.`,
    ...renewed.map((each) => sayBefore(each, addresses.length > 1)),
    ...(renewed.length === 0
      ? []
      : ['The new day and reason stand in the place of what was there.']),
    ...(others === '' ? [] : [`It counts in ${others} too.`]),
    `It stands in ${place}; commit it, so that all who plan and apply leave it too.`,
  ];
  return `${wrapIndented(sentences.join(' '), 0)}\n`;
}

// In another environment alone: here it was drift until now.
function sayBefore(
  { address, until, reason, onlyIn }: RenewedIgnore,
  isOneOfSeveral: boolean,
): string {
  const name = isOneOfSeveral ? writePath(address) : 'it';
  const day = `until ${writeName(until)} (${quote(reason)})`;
  return onlyIn === undefined
    ? `Before, ${name} was ignored ${day}.`
    : `Before, ${name} was ignored in ${onlyIn.map(writeName).join(', ')} ${day}, and not here.`;
}

function sayAll(addresses: readonly Address[]): string {
  const names = addresses.map(writePath).join(', ');
  return addresses.length === 1 ? names : `${count(addresses.length, 'difference')} (${names})`;
}

/** The same as data. */
export function writeIgnoredJson(written: Written): string {
  const { file, addresses, renewed, alsoIn, until, reason, at } = written;
  const ignored = { file, addresses, renewed, alsoIn, until, reason, at };
  return `${writeHead('ignored')},"ignored":${writeSafeJson(ignored)}}\n`;
}
