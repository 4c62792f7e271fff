/** Physical constants, SI (CODATA 2018; c exact). The solver's `core/types.hpp` holds the same values. */
export const SPEED_OF_LIGHT = 299_792_458;
export const VACUUM_PERMEABILITY = 1.25663706212e-6;
export const VACUUM_PERMITTIVITY = 1 / (VACUUM_PERMEABILITY * SPEED_OF_LIGHT ** 2);
export const VACUUM_IMPEDANCE = VACUUM_PERMEABILITY * SPEED_OF_LIGHT;
export const HZ_PER_GHZ = 1e9;
