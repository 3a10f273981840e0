import type { Answer } from '../diagnostic/api-failure.ts';

/** What we have written under a pull request, or as an issue. */
export type Post = {
  /** Of a comment its id, of an issue its number. */
  readonly id: string;
  readonly body: string;
};

/** A new or changed issue. */
export type IssueText = { readonly title: string; readonly body: string };

/** Whether a text is what is looked for. */
export type PostMatcher = (body: string) => boolean;

/**
 * Where people talk about a repository. What is found is the oldest that was written by the one whose token we have, since
 * only that is ever changed, and that is what is looked for; of issues, those that are open and have the label.
 */
export interface Forge {
  /** For messages, such as `GitHub owner/name`. */
  readonly name: string;
  /** The number of the pull request that brought a commit; null where none did. */
  findPullRequest(commit: string): Promise<Answer<string | null>>;
  findComment(pullRequest: string, isIt: PostMatcher): Promise<Answer<Post | null>>;
  addComment(pullRequest: string, body: string): Promise<Answer<null>>;
  updateComment(pullRequest: string, id: string, body: string): Promise<Answer<null>>;
  findIssue(label: string, isIt: PostMatcher): Promise<Answer<Post | null>>;
  openIssue(label: string, issue: IssueText): Promise<Answer<null>>;
  updateIssue(number: string, issue: IssueText): Promise<Answer<null>>;
  closeIssue(number: string): Promise<Answer<null>>;
  close(): Promise<void>;
}
