import type { JsonObject } from '../../../kit/json/json.ts';
import type { Refusal } from '../../diagnostic/code-stops.ts';
import type { RemoteId } from '../../live/live.ts';
import type { LoadedCycleFile } from './cycle-file.ts';

/** A cycle that is to be made from its file in an account. */
export type ImportRequest = ImportSpec & { readonly account: RemoteId };

/** What is to be made from a cycle file: a cycle, or a template, which has no tag and no connectors of an account. */
export type ImportSpec = {
  /** The cycle's name there. */
  readonly name: string;
  /** By which it is known as ours from its first moment. */
  readonly tag: string | null;
  readonly loaded: LoadedCycleFile;
  /** The account's connectors by slot, as far as they are known. */
  readonly connectors: ReadonlyMap<string, { readonly id: RemoteId; readonly name: string }>;
};

/** What the service is sent for a cycle file, or what it lacks for it. */
export type Import =
  | { readonly kind: 'made'; readonly raw: JsonObject }
  | { readonly kind: 'lacking'; readonly diagnostics: readonly Refusal[] };
