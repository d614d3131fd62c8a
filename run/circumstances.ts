/** What befell a run besides its findings, as `recording.json` keeps it. A text is the one sentence that a user reads. */
export interface Circumstances {
  /** What ended the run early: `SIGINT`, `SIGTERM`, `the parent is gone`. */
  readonly interrupted?: string | undefined
  /** Why the target gave no answers: name, port, TLS, silence everywhere. */
  readonly unreachable?: string | undefined
  /** What is wrong with the files of the run: a credential stood in some. */
  readonly spoiled?: string | undefined
  /** `--min-exercised`, percent of the questions. */
  readonly minExercised?: number | undefined
  /** `--min-judged`, percent of the operations. @default 50 */
  readonly minJudged?: number | undefined
  /** True where the run puts contract checks to the target. */
  readonly asksContracts: boolean
}
