import { formatName } from '../../../kit/text/format-name.ts';
import { formatAligned, formatParagraph } from '../../../kit/text/text-layout.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { UpgradedFile } from './upgraded-file.ts';

/** Result of an upgrade, for reports. */
export type Upgrade = {
  /** True if nothing was written. */
  readonly isCheck: boolean;
  readonly files: readonly UpgradedFile[];
};

const placement = { column: 38, hang: 6 };

/** Formats an upgrade: each file that changes, then what people have to do in those that they changed. */
export function formatUpgradeText({ files, isCheck }: Upgrade): string {
  const listed = files.filter(({ did }) => !['current', 'changed', 'missing'].includes(did));
  if (listed.length === 0) return 'Up to date: init of this version would write the same.\n';
  return [
    isCheck ? 'Out of date:' : 'Upgraded:',
    ...listed.map((file) =>
      formatAligned(`  ${formatName(file.path)}`, formatResult(file, isCheck), placement),
    ),
    ...listed.flatMap(formatRest),
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
    default:
      return 'not a file of init; not touched';
  }
}

function formatRest({ path, lacking, patch }: UpgradedFile): readonly string[] {
  const name = formatName(path);
  const lines =
    lacking.length === 0
      ? []
      : ['', `To add to ${name}:`, ...lacking.map((part) => `  ${toVisible(part)}`)];
  if (patch === null) return lines;
  const about = patch.isApplicable
    ? `Changes for ${name}, to apply with git apply at the top of the repository:`
    : `Changes for ${name}, in lines that you changed too:`;
  const text = patch.text.trimEnd().split('\n').map(toVisible);
  return [...lines, '', formatParagraph(about, 0), '', ...text];
}

/** Converts an upgrade to a plain value. */
export function toUpgradeData({ files, isCheck }: Upgrade): object {
  return {
    isCheck,
    files: files.map(({ write, ...file }) => ({ ...file, isWritten: write !== null && !isCheck })),
  };
}
