import type { AuthenticationType } from '../../world/file/world.ts';

// Numbers of the export format. A third party's parser guesses some (SERVICE E.2 [P]): mappings 0
// and 1, splits, authentication. The rest are ours, so that nothing is lost.

/** CycleEntityMappingType by source; from `ignore` on, an assumption. */
export const mappingCodes = {
  step: 0,
  value: 1,
  ignore: 2,
  option: 3,
  variable: 4,
  lookup: 5,
} as const;

/** ActionType of a step. */
export const actionCodes = { standard: 1, webhook: 5 } as const;

/** CycleEdgeType; an assumption. */
export const forwardEdge = 0;

/** AuthType; None and AuthFields are assumptions. */
export const authenticationCodes: Readonly<Record<AuthenticationType, number>> = {
  None: 0,
  ApiKey: 1,
  Basic: 2,
  AuthFields: 3,
  OAuth2: 4,
  OAuth1: 5,
};

/** OAuth2Type; Unknown and PasswordCredentials are assumptions. */
export const oauth2Codes: Readonly<Record<string, number>> = {
  Unknown: 0,
  AuthorisationCode: 1,
  ClientCredentials: 2,
  PasswordCredentials: 3,
};

/** CycleStepErrorAction; an assumption. */
export const errorActionCodes: Readonly<Record<string, number>> = { Ignore: 0, Retry: 1 };

/** CycleCollectionSplitType. */
export const splitCodes: Readonly<Record<string, number>> = { None: 0, First: 1, All: 2 };

/** Word of a code. */
export function findWord<W extends string>(
  codes: Readonly<Record<W, number>>,
  code: number,
): W | undefined {
  return (Object.keys(codes) as W[]).find((word) => codes[word] === code);
}
