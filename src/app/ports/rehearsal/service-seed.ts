import type {
  RecordedAccount,
  RecordedConnector,
  RecordedCycle,
  RecordedSource,
  RecordedStep,
} from '../../../emulator/state/recorded-account.ts';
import type { Choices } from '../../../emulator/world/choices.ts';
import type {
  World,
  WorldConnector,
  WorldRelease,
  WorldTemplate,
} from '../../../emulator/world/file/world.ts';
import type { AccountState } from '../../../model/state/account-state.ts';

/** Connectors and templates, as an emulator takes them. */
export type SeedWorld = World;
export type SeedRelease = WorldRelease;
export type SeedOffered = WorldConnector;
export type SeedTemplate = WorldTemplate;

/** Accounts with ids, as an emulator takes them. */
export type SeedAccount = RecordedAccount;
export type SeedConnector = RecordedConnector;
export type SeedCycle = RecordedCycle;
export type SeedStep = RecordedStep;
export type SeedSource = RecordedSource;

/** The service as a rehearsal begins with it. */
export type ServiceSeed = {
  readonly world: SeedWorld;
  readonly accounts: readonly SeedAccount[];
  /** Records of the accounts of the plan. */
  readonly states: readonly AccountState[];
  /** Parts that the service shows, by the records. */
  readonly shows: Pick<Choices, 'accountIds' | 'authValueOnRead' | 'scheduleReadable'>;
  /** True if the service offers no more than is documented. */
  readonly isDocumented: boolean;
};
