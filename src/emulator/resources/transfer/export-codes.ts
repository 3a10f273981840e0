import type { Choices } from '../../world/choices.ts';
import type { CollectionSplitType, StepErrorAction } from '../../world/cycle-words.ts';
import type { AuthenticationType } from '../../world/file/world.ts';
import type { TemplateSource } from '../templates/written-template.ts';

/** Numbers of the export format, by the word that the emulator has for each. */
export interface ExportCodes {
  /** CycleEntityMappingType by source. */
  readonly mapping: Readonly<Record<TemplateSource['kind'], number>>;
  /** ActionType of a step. */
  readonly action: Readonly<Record<'standard' | 'webhook', number>>;
  /** CycleEdgeType. */
  readonly edge: Readonly<Record<'forward', number>>;
  /** AuthType. */
  readonly authentication: Readonly<Record<AuthenticationType, number>>;
  /** OAuth2Type. */
  readonly oauth2: Readonly<Record<string, number>>;
  /** CycleStepErrorAction. */
  readonly errorAction: Readonly<Record<string, number>>;
  /** CycleCollectionSplitType, and StepCollectionSplitType of a step. */
  readonly split: Readonly<Record<string, number>>;
}

// A third party's parser guesses some (SERVICE E.2 [P]): mappings 0 and 1, splits, ApiKey, Basic,
// OAuth2, OAuth1 and the first two of OAuth2Type. The rest are ours, so that nothing is lost.
const assumedCodes: ExportCodes = {
  mapping: { step: 0, value: 1, ignore: 2, option: 3, variable: 4, lookup: 5 },
  action: { standard: 1, webhook: 5 },
  edge: { forward: 0 },
  authentication: { None: 0, ApiKey: 1, Basic: 2, AuthFields: 3, OAuth2: 4, OAuth1: 5 },
  oauth2: { Unknown: 0, AuthorisationCode: 1, ClientCredentials: 2, PasswordCredentials: 3 },
  errorAction: { Ignore: 0, Retry: 1 } satisfies Record<StepErrorAction, number>,
  split: { None: 0, First: 1, All: 2 } satisfies Record<CollectionSplitType, number>,
};

/** Distance of the other numbers from the assumed ones: `shifted` gives each the meaning of the next. */
const distances = { assumed: 0, other: 10, shifted: 1 } as const;

/** Numbers of a service, as its choice decides. */
export function findCodes({ exportNumbers }: Pick<Choices, 'exportNumbers'>): ExportCodes {
  const move = <W extends string>(codes: Readonly<Record<W, number>>) =>
    Object.fromEntries(
      Object.entries<number>(codes).map(([word, code]) => [word, code + distances[exportNumbers]]),
    ) as Record<W, number>;
  return {
    mapping: move(assumedCodes.mapping),
    action: move(assumedCodes.action),
    edge: move(assumedCodes.edge),
    authentication: move(assumedCodes.authentication),
    oauth2: move(assumedCodes.oauth2),
    errorAction: move(assumedCodes.errorAction),
    split: move(assumedCodes.split),
  };
}

/** Word of a code. */
export function findWord<W extends string>(
  codes: Readonly<Record<W, number>>,
  code: number,
): W | undefined {
  return (Object.keys(codes) as W[]).find((word) => codes[word] === code);
}
