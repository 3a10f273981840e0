import { toHash } from '../../../kit/hash.ts';
import { withDefault } from '../../http/body/body.ts';
import type { Call } from '../../http/call.ts';
import { makeListReply } from '../../http/paging.ts';
import { makeNotFound, makeReply, Refusal, type Reply } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import { partner, type Table } from '../../state/store.ts';
import { readAccount } from './accounts.ts';

// Users belong to the partner and are members of accounts (SERVICE A.1 [T]). Answers contain empty
// objects, because only the names are known.

interface UserRow {
  readonly name: string;
  /** Null for a user without a password, created by a sign-in token. */
  readonly passwordHash: string | null;
}

/** GET /accounts/{id}/users: an array of names. */
export function listUsers(call: Call): Reply {
  const { id } = readAccount(call);
  const items = openMemberTable(call.state)
    .list(id)
    .map(({ value: name }) => ({ id: name, name, value: name }));
  return makeListReply(call, items, (name) => name);
}

/** PUT /accounts/{id}/users adds a user to the account, and creates a missing one. */
export function saveUser(call: Call): Reply {
  const { id } = readAccount(call);
  const name = readName(call, 'UserName');
  const password = withDefault(call.body.text('Password'), '');
  addUser(call.state, id, name);
  if (password !== '') {
    writePassword(call.state, name, password);
  }
  return makeReply({});
}

/** DELETE /accounts/{id}/users removes a user from the account; the user stays. */
export function deleteUser(call: Call): Reply {
  const { id } = readAccount(call);
  const key = toMemberKey(id, readName(call, 'UserName'));
  const members = openMemberTable(call.state);
  if (members.read(key) === undefined) {
    throw makeNotFound('The user');
  }
  members.remove(key);
  return makeReply({});
}

/** PUT /users sets a new password. */
export function updateUser(call: Call): Reply {
  if (call.tokenAccountId !== null) {
    throw new Refusal(call.state.choices.tokenScopeMismatch, 'The token is for one account.');
  }
  const name = readName(call, 'UserName');
  const password = withDefault(call.body.text('Password'), '');
  if (password === '') {
    throw new Refusal(400, 'Password is required');
  }
  if (openUserTable(call.state).read(toKey(name)) === undefined) {
    throw makeNotFound('The user');
  }
  writePassword(call.state, name, password);
  return makeReply({});
}

/** Adds a user to an account, and creates a missing one (SPEC 4.4). */
export function addUser(state: State, accountId: string, name: string): void {
  const users = openUserTable(state);
  const user = users.read(toKey(name)) ?? { name, passwordHash: null };
  users.write(toKey(name), partner, user);
  openMemberTable(state).write(toMemberKey(accountId, name), accountId, user.name);
}

/** A required name in the body. */
export function readName(call: Call, key: 'UserName' | 'Username'): string {
  const name = withDefault(call.body.text(key), '').trim();
  if (name === '') {
    throw new Refusal(400, `${key} is required`);
  }
  return name;
}

function writePassword(state: State, name: string, password: string): void {
  const users = openUserTable(state);
  const user = users.read(toKey(name)) ?? { name, passwordHash: null };
  users.write(toKey(name), partner, { ...user, passwordHash: toHash(password) });
}

function openUserTable(state: State): Table<UserRow> {
  return state.store.table('user');
}

/** Names, listed by account. */
function openMemberTable(state: State): Table<string> {
  return state.store.table('member');
}

function toKey(name: string): string {
  return name.toLowerCase();
}

function toMemberKey(accountId: string, name: string): string {
  return JSON.stringify([accountId, toKey(name)]);
}
