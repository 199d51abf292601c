/** The rows of a project above one row id, up to and with another. */
export interface ProjectRange {
  readonly projectId: number;
  readonly afterId: number;
  readonly toId: number;
}
