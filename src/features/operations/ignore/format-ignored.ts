import { formatName, formatQuoted } from '../../../kit/text/format-name.ts';
import { count, formatParagraph } from '../../../kit/text/text-layout.ts';
import type { Address } from '../../../model/address.ts';
import type { RenewedIgnore } from '../../../model/desired/scope/ignored.ts';
import { formatSpan, type SourceSpan } from '../../../model/source-span.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';

type WrittenIgnore = {
  readonly file: string;
  readonly addresses: readonly Address[];
  /** Earlier entries of the same addresses. */
  readonly renewed: readonly RenewedIgnore[];
  /** Other environments of the entry. */
  readonly alsoIn: readonly string[];
  readonly until: string;
  readonly reason: string;
  readonly at: readonly SourceSpan[];
};

/** Formats the written entries, their place, and the next step. */
export function formatIgnoredText({
  addresses,
  renewed,
  alsoIn,
  until,
  at,
  file,
}: WrittenIgnore): string {
  const [first] = at;
  const location = formatName(first === undefined ? file : formatSpan(first));
  const others = alsoIn.map(formatName).join(', ');
  const sentences = [
    `Ignored until ${formatName(until)}: ${formatAddresses(addresses)}.`,
    ...renewed.map((each) => formatBefore(each, addresses.length > 1)),
    ...(renewed.length === 0 ? [] : ['The new date and reason replace them.']),
    ...(others === '' ? [] : [`It applies to ${others} too.`]),
    `Wrote ${location}. Commit it, so that every plan and apply ignores the drift.`,
  ];
  return `${formatParagraph(sentences.join(' '), 0)}\n`;
}

// Counts an entry of another environment apart, because it was drift here.
function formatBefore(
  { address, until, reason, onlyIn }: RenewedIgnore,
  isOneOfSeveral: boolean,
): string {
  const name = isOneOfSeveral ? formatPath(address) : 'it';
  const day = `until ${formatName(until)} (${formatQuoted(reason)})`;
  return onlyIn === undefined
    ? `Before, ${name} was ignored ${day}.`
    : `Before, ${name} was ignored in ${onlyIn.map(formatName).join(', ')} ${day}, and not here.`;
}

function formatAddresses(addresses: readonly Address[]): string {
  const names = addresses.map(formatPath).join(', ');
  return addresses.length === 1 ? names : `${count(addresses.length, 'difference')} (${names})`;
}

/** Formats the result as data. */
export function formatIgnoredJson(written: WrittenIgnore): string {
  const { file, addresses, renewed, alsoIn, until, reason, at } = written;
  const ignored = { file, addresses, renewed, alsoIn, until, reason, at };
  return formatDocument('ignored', { ignored });
}
