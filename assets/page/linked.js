// Runs before anything is seen: the starter sheet that stands in the page is no link's.
if (location.hash.length > 1) document.documentElement.dataset.linked = '';
