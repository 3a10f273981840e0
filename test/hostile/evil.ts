import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '../support/run-cyclectl.ts';

/** Surroundings of a test branch: the real service, its own server, a folder beside the project. */
export type Surroundings = {
  readonly service: string;
  readonly attacker: string;
  readonly outside: string;
};

/** One way out that a branch might try. */
export type Evil = {
  readonly edit: (project: Project) => Promise<void> | void;
  /** Its message: place, text and code. */
  readonly says: RegExp;
};

export const inProject = String.raw`cyclectl\.yaml:\d+:\d+: error: `;
export const inAccount = String.raw`accounts/northwind\.yaml:\d+:\d+: error: `;

export function says(place: string, code: string): RegExp {
  return new RegExp(`${place}[^→]*\\[${code}\\]`);
}

export function configure(before: string, after: () => string): Evil['edit'] {
  return (project) => project.edit('cyclectl.yaml', before, after());
}

/** Another address in place of that of the service. */
export function move(surroundings: () => Surroundings, after: () => string): Evil['edit'] {
  return (project) => project.edit('cyclectl.yaml', surroundings().service, after());
}

/** A line more in the environment. */
export function add(line: () => string): Evil['edit'] {
  const limits = 'limits: {requestsPerSecond: 1000}';
  return configure(limits, () => `${limits}\n      ${line()}`);
}

export function link(target: () => string, path: string): Evil['edit'] {
  return (project) => symlinkSync(target(), join(project.directory, path));
}

export function both(...edits: readonly Evil['edit'][]): Evil['edit'] {
  return async (project) => {
    for (const edit of edits) await edit(project);
  };
}

const northwind = 'accounts/northwind.yaml';

/** Other text in an account. */
export function write(before: string, after: string): Evil['edit'] {
  return (project) => project.edit(northwind, before, after);
}

/** A reference where a value goes to the service, and on to a connector of the branch's choice. */
export function refer(ref: string): Evil['edit'] {
  return write('properties: {region: eu}', `properties: {region: ${ref}}`);
}
