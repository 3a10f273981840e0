import { formatName } from '../../../kit/text/format-name.ts';
import { formatAligned, formatParagraph } from '../../../kit/text/text-layout.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { UpgradedFile, UpgradeResult } from './upgraded-file.ts';

/** Result of an upgrade, for reports. */
export type Upgrade = {
  /** True if nothing was written. */
  readonly isCheck: boolean;
  readonly files: readonly UpgradedFile[];
};

const placement = { column: 38, hang: 6 };

/** Results of files that stay as they are, whatever version wrote them. */
const unchanged: readonly UpgradeResult[] = ['current', 'missing', 'changed', 'foreign', 'unread'];

/**
 * Formats an upgrade: each file that changes, then what people have to do. Escapes patches on a screen
 * only, because elsewhere they are taken from a file or pipe.
 */
export function formatUpgradeText(
  { files, isCheck }: Upgrade,
  { isScreen }: { readonly isScreen: boolean },
): string {
  const isBehind = files.some(({ did }) => !unchanged.includes(did));
  const silent = ['current', 'missing', ...(isBehind ? ['changed'] : [])];
  const listed = files.filter(({ did }) => !silent.includes(did));
  const behind = isCheck ? 'Out of date:' : 'Upgraded:';
  const end = listed.length === 0 ? '.' : ', except for what is yours:';
  const current = listed.some(({ did }) => did === 'unread')
    ? 'Not all was compared:'
    : `Up to date: this version has nothing new${end}`;
  return [
    isBehind ? behind : current,
    ...listed.map((file) =>
      formatAligned(`  ${formatName(file.path)}`, formatResult(file, isCheck), placement),
    ),
    ...listed.flatMap((file) => formatRest(file, isScreen)),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function formatResult({ did, added }: UpgradedFile, isCheck: boolean): string {
  switch (did) {
    case 'written':
      return isCheck ? 'missing' : 'written';
    case 'refreshed':
      return isCheck ? 'of another version' : 'refreshed';
    case 'completed':
      return `${isCheck ? 'lacks' : 'added'} ${added.map(toVisible).join(' ')}`;
    case 'kept':
      return 'differs; not touched, see below';
    case 'unread':
      return 'not compared: a world or catalog.json has a mistake; run cyclectl validate';
    case 'changed':
      return 'differs; not touched';
    default:
      return 'not a file of init; not touched';
  }
}

function formatRest({ path, lacking, patch }: UpgradedFile, isScreen: boolean): readonly string[] {
  const name = formatName(path);
  const lines =
    lacking.length === 0
      ? []
      : ['', `To add to ${name}:`, ...lacking.map((part) => `  ${toVisible(part)}`)];
  if (patch === null) return lines;
  const about = patch.isApplicable
    ? `Changes for ${name}, to apply with git apply at the top of the repository:`
    : `Changes for ${name}, in lines that you changed too:`;
  const text = patch.text.replace(/\n$/, '').split('\n');
  return [...lines, '', formatParagraph(about, 0), '', ...(isScreen ? text.map(toVisible) : text)];
}

/** Converts an upgrade to a plain value. */
export function toUpgradeData({ files, isCheck }: Upgrade): object {
  return {
    isCheck,
    files: files.map(({ write, ...file }) => ({ ...file, isWritten: write !== null && !isCheck })),
  };
}
