import type { Answer } from '../diagnostic/api-failure.ts';

/** A comment on a pull request, or an issue, that we wrote. */
export type Post = {
  /** The id of a comment, or the number of an issue. */
  readonly id: string;
  readonly body: string;
};

/** A new or changed issue. */
export type IssueText = { readonly title: string; readonly body: string };

/** Returns whether a text matches. */
export type PostMatcher = (body: string) => boolean;

/**
 * Comments and issues of a repository. A search returns the oldest match by the owner of our token,
 * because only that one is updated; of issues, open ones with the label.
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
