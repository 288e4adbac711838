/** Settings without effective ceilings of audits per target. */
export const noCeilings = {
  PERIMETER_DOMAIN_CEILING: 'off',
  PERIMETER_ADDRESS_CEILING: 'off',
  PERIMETER_AUTHORITY_CEILING: 'off',
} as const;
