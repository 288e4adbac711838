/** Settings under which a target takes as many audits as tests ask for. */
export const noCeilings = {
  PERIMETER_DOMAIN_CEILING: 'off',
  PERIMETER_ADDRESS_CEILING: 'off',
  PERIMETER_AUTHORITY_CEILING: 'off',
} as const;
