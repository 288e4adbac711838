const dates = '3600 20040509183619 20040409183619 38519 example.';

/** Record sets of RFC 4035 appendix A with their published signatures, by owner and type. */
export const rfc4035Sets: Readonly<Record<string, string>> = {
  'example DNSKEY': `
example. 3600 IN DNSKEY 256 3 5 AQOy1bZVvpPqhg4j7EJoM9rI3ZmyEx2OzDBVrZy/lvI5CQePxXHZS4i8dANH4DX3tbHol61ek8EFMcsGXxKciJFHyhl94C+NwILQdzsUlSFovBZsyl/NX6yEbtw/xN9ZNcrbYvgjjZ/UVPZIySFNsgEYvh0z2542lzMKR4Dh8uZffQ==
example. 3600 IN DNSKEY 257 3 5 AQOeX7+baTmvpVHb2CcLnL1dMRWbuscRvHXlLnXwDzvqp4tZVKp1sZMepFb8MvxhhW3y/0QZsyCjczGJ1qk8vJe52iOhInKROVLRwxGpMfzPRLMlGybr51bOV/1se0ODacj3DomyB4QB5gKTYot/K9alk5/j8vfd4jWCWD+E1Sze0Q==
example. 3600 IN RRSIG DNSKEY 5 1 3600 20040509183619 20040409183619 9465 example. ZxgauAuIj+k1YoVEOSlZfx41fcmKzTFHoweZxYnz99JVQZJ33wFS0Q0jcP7VXKkaElXk9nYJXevO/7nAbo88iWsMkSpSR6jWzYYKwfrBI/L9hjYmyVO9m6FjQ7uwM4dCP/bIuV/DKqOAK9NYNC3AHfvCV1Tp4VKDqxqG7R5tTVM=
example. 3600 IN RRSIG DNSKEY 5 1 ${dates} eGL0s90glUqcOmloo/2y+bSzyEfKVOQViD9ZDNhLz/Yn9CQZlDVRJffACQDAUhXpU/oP34ribKBpysRXosczFrKqS5Oa0bzMOfXCXup9qHApeFIku28Vqfr8Nt7cigZLxjK+u0Ws/4lIRjKk7z5OXogYVaFzHKillDt3HRxHIZM=`,
  'example SOA': `
example. 3600 IN SOA ns1.example. bugs.x.w.example. 1081539377 3600 300 3600000 3600
example. 3600 IN RRSIG SOA 5 1 ${dates} ONx0k36rcjaxYtcNgq6iQnpNV5+drqYAsC9h7TSJaHCqbhE67Sr6aH2xDUGcqQWu/n0UVzrFvkgO9ebarZ0GWDKcuwlM6eNB5SiX2K74l5LWDA7S/Un/IbtDq4Ay8NMNLQI7Dw7n4p8/rjkBjV7j86HyQgM5e7+miRAz8V01b0I=`,
  'example NS': `
example. 3600 IN NS ns1.example.
example. 3600 IN NS ns2.example.
example. 3600 IN RRSIG NS 5 1 ${dates} gl13F00f2U0R+SWiXXLHwsMY+qStYy5k6zfdEuivWc+wd1fmbNCyql0Tk7lHTX6UOxc8AgNf4ISFve8XqF4q+o9qlnqIzmppU3LiNeKT4FZ8RO5urFOvoMRTbQxW3U0hXWuggE4g3ZpsHv480HjMeRaZB/FRPGfJPajngcq6Kwg=`,
  'example MX': `
example. 3600 IN MX 1 xx.example.
example. 3600 IN RRSIG MX 5 1 ${dates} HyDHYVT5KHSZ7HtO/vypumPmSZQrcOP3tzWB2qaKkHVPfau/DgLgS/IKENkYOGL95G4N+NzEVyNU8dcTOckT+ChPcGeVjguQ7a3Ao9Z/ZkUO6gmmUW4b89rz1PUxW4jzUxj66PTwoVtUU/iMW6OISukd1EQt7a0kygkg+PEDxdI=`,
  'example NSEC': `
example. 3600 IN NSEC a.example. NS SOA MX RRSIG NSEC DNSKEY
example. 3600 IN RRSIG NSEC 5 1 ${dates} O0k558jHhyrC97ISHnislm4kLMW48C7U7cBmFTfhke5iVqNRVTB1STLMpgpbDIC9hcryoO0VZ9ME5xPzUEhbvGnHd5sfzgFVeGxr5Nyyq4tWSDBgIBiLQUv1ivy29vhXy7WgR62dPrZ0PWvmjfFJ5arXf4nPxp/kEowGgBRzY/U=`,
  'b.example NSEC': `
b.example. 3600 IN NSEC ns1.example. NS RRSIG NSEC
b.example. 3600 IN RRSIG NSEC 5 2 ${dates} GNuxHn844wfmUhPzGWKJCPY5ttEX/RfjDoOx9ueK1PtYkOWKOOdiJ/PJKCYB3hYX+858dDWSxb2qnV/LSTCNVBnkm6owOpysY97MVj5VQEWs0lm9tFoqjcptQkmQKYPrwUnCSNwvvclSF1xZvhRXgWT7OuFXldoCG6TfVFMs9xE=`,
  'ns1.example A': `
ns1.example. 3600 IN A 192.0.2.1
ns1.example. 3600 IN RRSIG A 5 2 ${dates} F1C9HVhIcs10cZU09G5yIVfKJy5yRQQ3qVet5pGhp82pzhAOMZ3K22JnmK4c+IjUeFp/to06im5FVpHtbFisdjyPq84bhTv8vrXt5AB1wNB++iAqvIfdgW4sFNC6oADb1hK8QNauw9VePJhKv/iVXSYC0b7mPSU+EOlknFpVECs=`,
  'ns1.example NSEC': `
ns1.example. 3600 IN NSEC ns2.example. A RRSIG NSEC
ns1.example. 3600 IN RRSIG NSEC 5 2 ${dates} I4hj+Kt6+8rCcHcUdolks2S+Wzri9h3fHas81rGN/eILdJHN7JpV6lLGPIh/8fIBkfvdyWnBjjf1q3O7JgYO1UdI7FvBNWqaaEPJK3UkddBqZIaLi8Qr2XHkjq38BeQsbp8X0+6h4ETWSGT8IZaIGBLryQWGLw6Y6X8dqhlnxJM=`,
  'ns2.example NSEC': `
ns2.example. 3600 IN NSEC *.w.example. A RRSIG NSEC
ns2.example. 3600 IN RRSIG NSEC 5 2 ${dates} N0QzHvaJf5NRw1rE9uxS1Ltb2LZ73Qb9bKGEVyaISkqzGpP3jYJXZJPVTq4UVEsgT3CgeHvb3QbeJ5Dfb2V9NGCHj/OvF/LBxFFWwhLwzngHl+bQAgAcMsLu/nL3nDi1y/JSQjAcdZNDl4bwYmx28EtgIpo9A0qmP08rMBqs1Jw=`,
  'a.example DS': `
a.example. 3600 IN DS 57855 5 1 B6DCD485719ADCA18E5F3D48A2331627FDD3636B
a.example. 3600 IN RRSIG DS 5 2 ${dates} oXIKit/QtdG64J/CB+Gi8dOvnwRvqrto1AdQoRkAN15FP3iZ7suB7gvTBmXzCjL7XUgQVcoHkdhyCuzp8W9qJHgRUSwKKkczSyuL64nhgjuDEML8l9wlWVsl7PR2VnZduM9bLyBhaaPmRKX/Fm+v6ccF2EGNLRiY08kdkz+XHHo=`,
  'a.z.w.example MX': `
a.z.w.example. 3600 IN MX 1 ai.example.
a.z.w.example. 3600 IN RRSIG MX 5 2 ${dates} OMK8rAZlepfzLWW75Dxd63jy2wswESzxDKG2f9AMN1CytCd10cYISAxfAdvXSZ7xujKAtPbctvOQ2ofO7AZJ+d01EeeQTVBPq4/6KCWhqe2XTjnkVLNvvhnc0u28aoSsG0+4InvkkOHknKxw4kX18MMR34i8lC36SR5xBni8vHI=`,
  'x.y.w.example NSEC': `
x.y.w.example. 3600 IN NSEC xx.example. MX RRSIG NSEC
x.y.w.example. 3600 IN RRSIG NSEC 5 4 ${dates} OvE6WUzN2ziieJcvKPWbCAyXyP6ef8cr6CspArVSTzKSquNwbezZmkU7E34o5lmb6CWSSSpgxw098kNUFnHcQf/LzY2zqRomubrNQhJTiDTXa0ArunJQCzPjOYq5t0SLjm6qp6McJI1AP5VrQoKqJDCLnoAlcPOPKAm/jJkn3jk=`,
  '*.w.example NSEC': `
*.w.example. 3600 IN NSEC x.w.example. MX RRSIG NSEC
*.w.example. 3600 IN RRSIG NSEC 5 2 ${dates} r/mZnRC3I/VIcrelgIcteSxDhtsdlTDt8ng9HSBlABOlzLxQtfgTnn8f+aOwJIAFe1Ee5RvU5cVhQJNP5XpXMJHfyps8tVvfxSAXfahpYqtx91gsmcV/1V9/bZAG55CefP9cM4Z9Y9NT9XQ8s1InQ2UoIv6tJEaaKkP701j8OLA=`,
  'x.w.example MX': `
x.w.example. 3600 IN MX 1 xx.example.
x.w.example. 3600 IN RRSIG MX 5 3 ${dates} Il2WTZ+Bkv+OytBx4LItNW5mjB4RCwhOO8y1XzPHZmZUTVYL7LaA63f6T9ysVBzJRI3KRjAPH3U1qaYnDoN1DrWqmi9RJe4FoObkbcdm7P3Ikx70ePCoFgRz1Yq+bVVXCvGuAU4xALv3W/Y1jNSlwZ2mSWKHfxFQxPtLj8s32+k=`,
  'x.w.example NSEC': `
x.w.example. 3600 IN NSEC x.y.w.example. MX RRSIG NSEC
x.w.example. 3600 IN RRSIG NSEC 5 3 ${dates} aRbpHftxggzgMXdDlym9SsADqMZovZZl2QWKvw8J0tZEUNQByH5Qfnf5N1FqH/pS46UA7A4EmcWBN9PUA1pdPY6RVeaRlZlCr1IkVctvbtaINJuBba/VHm+pebTbKcAPIvL9tBOoh+to1h6eIjgiM8PXkBQtxPq37wDKALkyn7Q=`,
};
