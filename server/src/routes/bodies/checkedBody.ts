/** A body that the contract has taken; the validator of its route has nothing left to do. */
export class CheckedBody {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}
