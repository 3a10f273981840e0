import type { Answer } from './api-failure.ts';

/** What somebody has written under a pull request, or as an issue. */
export type Post = {
  /** Of a comment its id, of an issue its number. */
  readonly id: string;
  readonly body: string;
  /** Written by the one whose token we have; only that is ever changed. */
  readonly isOurs: boolean;
};

/** A new or changed issue. */
export type IssueText = { readonly title: string; readonly body: string };

/**
 * Where people talk about a repository. Comments and issues come the oldest first; of issues, those that are open and
 * have the label.
 */
export interface Forge {
  /** For messages, such as `GitHub owner/name`. */
  readonly name: string;
  /** The number of the pull request that brought a commit; null where none did. */
  findPullRequest(commit: string): Promise<Answer<string | null>>;
  listComments(pullRequest: string): Promise<Answer<readonly Post[]>>;
  addComment(pullRequest: string, body: string): Promise<Answer<null>>;
  changeComment(pullRequest: string, id: string, body: string): Promise<Answer<null>>;
  listIssues(label: string): Promise<Answer<readonly Post[]>>;
  openIssue(label: string, issue: IssueText): Promise<Answer<null>>;
  changeIssue(number: string, issue: IssueText): Promise<Answer<null>>;
  closeIssue(number: string): Promise<Answer<null>>;
  close(): Promise<void>;
}
