// Runs before the page is drawn: hides the starter sheet contained in the page if the address has a link.
if (location.hash.length > 1) document.documentElement.dataset.linked = '';
