/** Whether a path has failed: what the paths amount to together then says nothing. */
export class PathOutcome {
  hasFailed = false;

  async of(run: Promise<void>): Promise<void> {
    try {
      await run;
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }
}
