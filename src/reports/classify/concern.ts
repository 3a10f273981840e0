import type { Address } from '../../model/address.ts';
import type { Change } from '../../model/plan/change.ts';
import type { Notice } from '../../model/plan/notice.ts';
import type { AccountOutcome } from '../../model/plan/outcome.ts';
import type { AccountPlan, DriftItem } from '../../model/plan/plan.ts';
import type { DriftAccount } from '../../model/report/report.ts';
import { isActionRequired } from '../text/format-notices.ts';

/** A reason to review an account first, and the objects that it is about. */
export type Concern = {
  readonly text: string;
  /** True if something is lost, or was. */
  readonly isLoss: boolean;
  readonly addresses: readonly Address[];
};

/** Reasons to review the plan of an account before it is applied, worst first. */
export function listPlanConcerns({ changes, notices }: AccountPlan): readonly Concern[] {
  const list = (isMeant: (change: Change) => boolean): Address[] =>
    changes.filter(isMeant).map(({ address }) => address);
  return listNonEmpty([
    { text: 'deletes', isLoss: true, addresses: list(({ verb }) => verb === 'delete') },
    { text: 'replaces', isLoss: true, addresses: list(({ verb }) => verb === 'replace') },
    {
      text: 'ends webhook addresses of',
      isLoss: true,
      addresses: list((change) => change.verb === 'replace' && change.webhooks.length > 0),
    },
    {
      text: 'interrupts',
      isLoss: false,
      addresses: list(({ impact }) => impact === 'interrupts'),
    },
    toManualConcern(notices),
  ]);
}

/** Reasons to review the drift of an account first, worst first. */
export function listDriftConcerns({
  items,
  notices,
}: Pick<
  Extract<DriftAccount, { readonly kind: 'read' }>,
  'items' | 'notices'
>): readonly Concern[] {
  const list = (isMeant: (item: DriftItem) => boolean): Address[] =>
    items.filter(isMeant).map(({ address }) => address);
  return listNonEmpty([
    { text: 'gone', isLoss: true, addresses: list(({ kind }) => kind === 'gone') },
    {
      text: 'no longer signed in',
      isLoss: true,
      addresses: list(({ kind }) => kind === 'authentication-lost'),
    },
    { text: 'stopped', isLoss: true, addresses: list(({ kind }) => kind === 'stopped') },
    {
      text: 'changed in both',
      isLoss: false,
      addresses: list(({ kind, moved }) => kind === 'field' && moved === 'both'),
    },
    toManualConcern(notices),
  ]);
}

/** Reasons to review an account after a successful apply. */
export function listOutcomeConcerns({
  outcomes,
  checks = [],
  webhooks = [],
}: AccountOutcome): readonly Concern[] {
  const waiting = [
    ...outcomes.filter(({ result }) => result === 'waiting').map(({ operation }) => operation),
    ...checks.filter(({ kind }) => kind === 'waits'),
  ];
  return listNonEmpty([
    { text: 'waits for a person', isLoss: false, addresses: waiting.map((item) => item.address) },
    {
      text: 'has new webhook addresses',
      isLoss: false,
      addresses: webhooks.map(({ address }) => address),
    },
  ]);
}

function toManualConcern(notices: readonly Notice[]): Concern {
  const addresses = notices.flatMap((notice) =>
    isActionRequired(notice) && 'address' in notice ? [notice.address] : [],
  );
  return { text: 'needs manual action', isLoss: false, addresses };
}

function listNonEmpty(concerns: readonly Concern[]): readonly Concern[] {
  return concerns
    .map((concern) => ({ ...concern, addresses: [...new Set(concern.addresses)] }))
    .filter(({ addresses }) => addresses.length > 0);
}
