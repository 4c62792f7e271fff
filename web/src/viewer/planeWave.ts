/** Geometry of a plane wave, by the conventions of docs/conventions.md. */

export type Vector = [number, number, number];

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Unit vector towards (theta, phi): theta from +z, phi from +x towards +y. */
export function directionTo(thetaDeg: number, phiDeg: number): Vector {
  const [t, p] = [radians(thetaDeg), radians(phiDeg)];
  return [Math.sin(t) * Math.cos(p), Math.sin(t) * Math.sin(p), Math.cos(t)];
}

export function thetaVector(thetaDeg: number, phiDeg: number): Vector {
  const [t, p] = [radians(thetaDeg), radians(phiDeg)];
  return [Math.cos(t) * Math.cos(p), Math.cos(t) * Math.sin(p), -Math.sin(t)];
}

export function phiVector(phiDeg: number): Vector {
  const p = radians(phiDeg);
  return [-Math.sin(p), Math.cos(p), 0];
}

/** Propagation of a wave that arrives from (theta, phi). */
export function propagation(thetaDeg: number, phiDeg: number): Vector {
  return directionTo(thetaDeg, phiDeg).map((value) => 0 - value) as Vector;
}

/**
 * Where the tip of E is at phase `turn` (0 to 1 of a period) at a fixed place.
 * Horizontal E ∥ φ̂, vertical E ∥ θ̂. Right-hand circular in the IEEE sense: fingers along the turn, thumb along k̂,
 * so E goes from θ̂ to k̂ × θ̂ = −φ̂ (k̂ = −r̂); left-hand the other way.
 */
export function electricTip(polarization: number, thetaDeg: number, phiDeg: number, turn: number): Vector {
  const theta = thetaVector(thetaDeg, phiDeg);
  const phi = phiVector(phiDeg);
  const phase = 2 * Math.PI * turn;
  const [alongTheta, alongPhi] =
    polarization === 0
      ? [0, Math.cos(phase)]
      : polarization === 1
        ? [Math.cos(phase), 0]
        : polarization === 2
          ? [Math.cos(phase), -Math.sin(phase)]
          : [Math.cos(phase), Math.sin(phase)];
  return theta.map((value, i) => alongTheta * value + alongPhi * phi[i]!) as Vector;
}
