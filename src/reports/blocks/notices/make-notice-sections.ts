import { formatName, formatQuoted } from '../../../kit/text/format-name.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { isAudit } from '../../../model/diagnostic/diagnostic.ts';
import { isFolded } from '../../../model/plan/folded.ts';
import type { Notice, ObjectNotice } from '../../../model/plan/notice.ts';
import type { CommandContext } from '../../../model/report/report.ts';
import type { Block } from '../block.ts';
import { makeDiagnosticBlock } from '../make-diagnostic-block.ts';
import { makeSection, type Section } from '../section.ts';
import { formatFieldPath, formatObjectPath } from '../words/format-path.ts';
import { formatNotice, formatNoticeCommand } from './format-notice.ts';
import { isActionRequired } from './is-action-required.ts';

/**
 * The notices of an account as sections: those that need action, the others, and unmanaged objects.
 * Totals of the run are left to its verdict.
 */
export function makeNoticeSections(
  notices: readonly Notice[],
  context: CommandContext,
): readonly Section[] {
  const own = notices.flatMap((notice) =>
    notice.kind === 'foreign' || notice.kind === 'warning' || isFolded(notice) ? [] : [notice],
  );
  const unmanaged = notices.flatMap((notice) =>
    notice.kind === 'foreign' ? [`${notice.object} ${formatQuoted(formatName(notice.name))}`] : [],
  );
  const text = 'unmanaged, left unchanged';
  const warnings = notices.flatMap((notice) =>
    notice.kind === 'warning' && !isAudit(notice.diagnostic)
      ? [makeDiagnosticBlock(notice.diagnostic)]
      : [],
  );
  return [
    ...makeSection('warnings', warnings),
    ...makeSection(
      'actions',
      own.filter(isActionRequired).map((notice) => makeBlock(notice, context)),
    ),
    ...makeSection('notices', [
      ...own
        .filter((notice) => !isActionRequired(notice))
        .map((notice) => makeBlock(notice, context)),
      ...(unmanaged.length === 0 ? [] : [{ is: 'list', text, items: unmanaged } as const]),
    ]),
  ];
}

function makeBlock(notice: ObjectNotice, context: CommandContext): Block {
  const { address, kind } = notice;
  if (kind === 'unshown' || kind === 'uncompared') {
    const items = notice.fields.map((field) => formatFieldPath(field.address, field.path));
    return { is: 'list', text: formatNotice(notice), items };
  }
  const command = formatNoticeCommand(notice, context);
  return {
    is: 'note',
    mark: isActionRequired(notice) ? '!' : '·',
    about:
      'path' in notice && notice.path !== null
        ? formatFieldPath(address, notice.path)
        : formatObjectPath(address),
    text: formatNotice(notice),
    ...(command === null ? {} : { command: toVisible(command) }),
  };
}
