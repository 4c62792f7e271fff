/** A canvas is not to be had here; the drawing has tests of its own and is looked at in a browser. */
export const EChart = ({ testId }: { testId?: string }) => <div data-testid={testId} />;
