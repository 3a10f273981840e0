import type { DraftedCycle } from '../../../../model/desired/cycle-file/drafted-cycle.ts';
import type { ConnectorRelease, RemoteId, TemplateItem } from '../../../../model/live/live.ts';
import type { HiddenTexts } from '../secrets/hidden-texts.ts';
import type { SecretNames } from '../secrets/secret-names.ts';
import type { ManifestNotes } from './manifest-notes.ts';

/** What is known while the parts of an account are described. */
export type DescribeContext = {
  /** Key of the account. */
  readonly key: string;
  readonly releases: readonly ConnectorRelease[];
  readonly templates: readonly TemplateItem[];
  /** Files of cycles that no template made, by the cycle. */
  readonly drafts: ReadonlyMap<RemoteId, DraftedCycle>;
  readonly names: SecretNames;
  readonly hidden: HiddenTexts;
  readonly notes: ManifestNotes;
  /** Whether what the templates give is written too. */
  readonly isFull: boolean;
  /** ISO UTC. */
  readonly now: string;
};
