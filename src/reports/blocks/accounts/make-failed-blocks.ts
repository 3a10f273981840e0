import { type Diagnostic, isAudit } from '../../../model/diagnostic/diagnostic.ts';
import type { ObjectState } from '../../classify/object-states.ts';
import { makeDiagnosticBlock } from '../make-diagnostic-block.ts';
import { makeSection } from '../section.ts';
import type { AccountBlocks } from './account-blocks.ts';
import { makeDiagnosticConcern } from './concern.ts';

/** An account of which there are only diagnostics. */
export function makeFailedBlocks(
  {
    account,
    diagnostics,
  }: {
    readonly account: string;
    readonly diagnostics: readonly Diagnostic[];
  },
  summary: 'NOT PLANNED' | 'NOT READ',
  state: ObjectState,
): Omit<AccountBlocks, 'state' | 'rank'> {
  const blocks = diagnostics.filter((each) => !isAudit(each)).map(makeDiagnosticBlock);
  return {
    account,
    summary,
    concerns: [makeDiagnosticConcern(summary, 0, blocks)],
    cells: [summary.toLowerCase()],
    isQuiet: false,
    sections: makeSection('errors', blocks),
    count: blocks.length,
    impact: 'none',
    since: null,
    objects: new Map([['', state]]),
    counted: [{ state }],
  };
}
