import type { DraftedCycle } from '../../../../model/desired/cycle-file/cycle-file.ts';
import type { ConnectorRelease, RemoteId, TemplateItem } from '../../../../model/live/live.ts';
import type { HiddenTexts } from '../../../../model/secret/hidden-texts.ts';
import type { SecretNames } from '../secrets/secret-names.ts';
import type { ManifestNotes } from './manifest-notes.ts';

/** Context of the parts of an account. */
export type DescribeContext = {
  /** Key of the account. */
  readonly key: string;
  readonly releases: readonly ConnectorRelease[];
  readonly templates: readonly TemplateItem[];
  /** Files of cycles without a template, by cycle. */
  readonly drafts: ReadonlyMap<RemoteId, DraftedCycle>;
  readonly names: SecretNames;
  readonly hidden: HiddenTexts;
  readonly notes: ManifestNotes;
  /** Includes values that equal those of the templates. */
  readonly isFull: boolean;
  /** ISO UTC. */
  readonly now: string;
};
