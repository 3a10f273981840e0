import { describe } from 'vitest';

import {
  openPostgresNotes,
  openPostgresStore,
  openPostgresStoreReader,
} from '../../../src/store/postgres/open-postgres-store.ts';
import { openTestDatabase, type TestDatabase } from '../../postgres/open-test-database.ts';
import { describeFilling } from '../contracts/fill-contract.ts';
import { describeNotes, type NotesOpeners } from '../contracts/notes-contract.ts';
import { describeRevisions } from '../contracts/revision-contract.ts';
import { describeRevocations } from '../contracts/revocation-contract.ts';
import { describeStore, type StoreOpeners } from '../contracts/store-contract.ts';

describe('the store on PostgreSQL', () => {
  let database: Promise<TestDatabase> | undefined;
  let made = 0;
  // All tests share one database, each with an environment of its own: what one sees of another fails it.
  const makeOpeners = async (): Promise<StoreOpeners & NotesOpeners> => {
    database ??= openTestDatabase();
    const { url } = await database;
    made += 1;
    const target = { url, scope: `northwind/it's ${made}` };
    return {
      openWriter: () => openPostgresStore(target),
      openReader: () => openPostgresStoreReader(target),
      openNotes: () => openPostgresNotes(target),
    };
  };
  describeStore(makeOpeners);
  describeRevisions(makeOpeners);
  describeRevocations(makeOpeners);
  describeFilling(makeOpeners);
  describeNotes(makeOpeners);
});
